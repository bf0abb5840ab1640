/** Keys that the person pressed while the code of an overlay was loading. replay-keys.ts gives them to the overlay. */
export interface Held {
  keys: Pick<KeyboardEvent, "key" | "shiftKey">[];
  /** Overlay that contained the focus when the hold began. Null if the focus was in the page. */
  from: Element | null;
}

/** Maximum duration of a hold in milliseconds. Longer waits drop the keys, so that the keyboard works again. */
const LONGEST_MS = 10_000;

let held: Held | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

export const overlayOf = (element: Element | null) => element?.closest("[role=dialog], [role=menu]") ?? null;

/** Returns the keys that are held, or null. Callers may remove keys from the list. */
export const heldKeys = () => held;

/**
 * Holds the keys that the person presses until an overlay takes the focus. Without this, keys pressed before the code of a picker
 * arrives are lost, and the next Enter chooses its first item. `first` is given to the overlay before the pressed keys.
 */
export function holdKeys(first?: string) {
  if (held !== null) return;
  held = {
    keys: first === undefined ? [] : [{ key: first, shiftKey: false }],
    from: overlayOf(document.activeElement),
  };
  window.addEventListener("keydown", onKey, true);
  window.addEventListener("pointerdown", dropKeys, true);
  timer = setTimeout(dropKeys, LONGEST_MS);
}

/** Ends the hold. Drops the keys that no overlay has taken. */
export function dropKeys() {
  held = null;
  clearTimeout(timer);
  window.removeEventListener("keydown", onKey, true);
  window.removeEventListener("pointerdown", dropKeys, true);
}

function onKey(event: KeyboardEvent) {
  // Events by replay-keys.ts are not trusted.
  if (
    held === null ||
    !event.isTrusted ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.isComposing
  )
    return;
  const { key, shiftKey, repeat } = event;
  // Modifiers, function keys and dead keys have longer names than a character, and change nothing here.
  if (key.length > 1 && !/^(Enter|Tab|Escape|Backspace|Home|End|Arrow\w+)$/.test(key)) return;
  const overlay = overlayOf(document.activeElement);
  // The overlay is open, but its content is loading. The person can already close it and reach its buttons.
  if (overlay !== null && overlay !== held.from && (key === "Escape" || key === "Tab")) return dropKeys();
  event.preventDefault();
  event.stopImmediatePropagation();
  // Repeated Enter comes from the press that opened the overlay.
  if (!(repeat && key === "Enter")) held.keys.push({ key, shiftKey });
}
