import { dropKeys, heldKeys, overlayOf, type Held } from "./held-keys";

/*
 * Gives the held keys to an overlay when it takes the focus. The modules of overlays import this module, so that it is not a part
 * of the first load.
 */

const writable =
  "textarea, input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=file], [type=color], [type=range])";

const tabbable =
  "a[href], button:not(:disabled), input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled)";

/** Sets the value of a field like a person, so that React and the form notice the change. */
function write(field: HTMLInputElement | HTMLTextAreaElement, change: (value: string) => string) {
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  // The setter of the prototype, because React replaces the one of the element to ignore changes by scripts.
  Object.getOwnPropertyDescriptor(kind.prototype, "value")?.set?.call(field, change(field.value));
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

const dispatch = (target: Element, key: string) =>
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));

/** Focuses the next or the previous control of the overlay. */
function move(from: Element, back: boolean) {
  const all = [...(overlayOf(from)?.querySelectorAll<HTMLElement>(tabbable) ?? [])].filter(
    (element) => element.tabIndex >= 0,
  );
  const at = all.findIndex((element) => element === from);
  all.at((at + (back ? -1 : 1)) % all.length)?.focus();
}

/**
 * Gives one key to the focused element. Enter presses no button, because the person has not seen the button yet. It submits the
 * form whose field the person filled.
 */
function press(target: Element, { key, shiftKey }: Held["keys"][number]) {
  const field = target.matches(writable) ? (target as HTMLInputElement | HTMLTextAreaElement) : null;
  if (field !== null && key.length === 1) write(field, (value) => value + key);
  else if (field !== null && key === "Backspace") write(field, (value) => value.slice(0, -1));
  else if (key === "Tab") move(target, shiftKey);
  else if (overlayOf(target)?.role === "menu" || target.role === "combobox" || key === "Escape")
    dispatch(target, key);
  else if (field !== null && key === "Enter" && field.value !== "")
    if (field instanceof HTMLTextAreaElement) write(field, (value) => `${value}\n`);
    else field.form?.requestSubmit();
}

/** Gives React time to apply a key before the next one. */
const rest = () => new Promise((resolve) => setTimeout(resolve, 0));

async function replay(held: Held) {
  for (await rest(); heldKeys() === held && held.keys.length > 0; await rest()) {
    const key = held.keys.shift();
    if (key !== undefined && document.activeElement !== null) press(document.activeElement, key);
  }
  if (heldKeys() === held) dropKeys();
}

/** The hold whose keys an overlay is taking. */
let taken: Held | null = null;

function onFocus({ target }: FocusEvent) {
  const held = heldKeys();
  const overlay = overlayOf(target as Element);
  if (held === null || held === taken || overlay === null || overlay === held.from) return;
  // A dialog focuses itself while its content loads.
  if (target === overlay && overlay.role !== "menu") return;
  taken = held;
  void replay(held);
}

// The server also evaluates this module, for a page whose dialog is open at first.
if (typeof document !== "undefined") document.addEventListener("focusin", onFocus);
