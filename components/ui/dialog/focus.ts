import { useEffect, useLayoutEffect, useRef } from "react";

/** Returns an element and its ancestors, innermost first. If the element is removed, one of the ancestors gets the focus. */
function outwards(element: Element | null): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let at = element; at && at !== document.body; at = at.parentElement)
    if (at instanceof HTMLElement) found.push(at);
  return found;
}

/** Focuses the first of these elements that is still in the page and can have the focus. */
function focusFirst(elements: HTMLElement[]) {
  for (const element of elements) {
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return;
  }
}

/** Elements that can get the focus after the currently closing dialog, innermost first. */
let closing: HTMLElement[] = [];

/**
 * Returns the handler for `onCloseAutoFocus` of a dialog without a Radix trigger. The handler focuses the element that had the
 * focus before the dialog opened. If this element was removed, for example with a deleted row, the handler focuses its nearest
 * remaining ancestor.
 */
export function useWayBack(open: boolean): (event: Event) => void {
  const way = useRef<HTMLElement[]>([]);
  // Uses a layout effect, because fields in the dialog may take the focus when they mount.
  useLayoutEffect(() => {
    if (!open) return;
    const from = outwards(document.activeElement);
    // If this dialog directly follows another dialog, no element has the focus. The handler then focuses the element that had
    // the focus before the first dialog.
    way.current = from.length > 0 ? from : closing;
    return () => {
      closing = way.current;
      queueMicrotask(() => (closing = []));
    };
  }, [open]);
  return (event) => {
    event.preventDefault();
    focusFirst(way.current);
  };
}

/**
 * Keeps the keyboard position when the focused element is removed, for example with a deleted row. Focuses the nearest
 * remaining ancestor. Without this hook, the focus would move to the start of the page.
 *
 * A click outside still removes the focus. Short messages are excluded: after a focused message disappears, the previous
 * element gets the focus.
 */
export function useKeptFocus() {
  useEffect(() => {
    let holders: HTMLElement[] = [];
    const follow = () => {
      if (!document.activeElement?.closest("[data-sonner-toaster]"))
        holders = outwards(document.activeElement);
    };
    const letGo = () => (holders = []);
    const observer = new MutationObserver(() => {
      // Checks `hasFocus`, because the toolbar of the browser may have the focus.
      if (document.activeElement === document.body && document.hasFocus()) focusFirst(holders);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener("focusin", follow, true);
    document.addEventListener("pointerdown", letGo, true);
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", follow, true);
      document.removeEventListener("pointerdown", letGo, true);
    };
  }, []);
}
