import { useEffect, useLayoutEffect, useRef } from "react";

/** Returns an element and its ancestors, innermost first. They are candidates for the focus if the element is removed. */
function outwards(element: Element | null): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let at = element; at && at !== document.body; at = at.parentElement)
    if (at instanceof HTMLElement) found.push(at);
  return found;
}

/** Focuses the first element that is still in the page and focusable. */
function focusFirst(elements: HTMLElement[]) {
  for (const element of elements) {
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return;
  }
}

/** Elements that the closing dialog would focus, innermost first. */
let closing: HTMLElement[] = [];

/**
 * Returns the handler for `onCloseAutoFocus` of a dialog without a Radix trigger. The handler returns the focus to the element
 * that had it before, or to its nearest remaining ancestor, because a deleted row is gone.
 */
export function useWayBack(open: boolean): (event: Event) => void {
  const way = useRef<HTMLElement[]>([]);
  // Runs in a layout effect, because fields of the content may take the focus when they mount.
  useLayoutEffect(() => {
    if (!open) return;
    const from = outwards(document.activeElement);
    // No element has the focus if this dialog follows another dialog. The focus then returns to the element that had it before the
    // first dialog.
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
 * Moves the focus to the nearest remaining ancestor when the focused element is removed (a deleted row, a link of a left page),
 * so that the focus does not reset to the start of the page. A click outside still releases it. Messages are excluded: after a
 * focused message is removed, the focus returns to the previous element.
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
      // Does not take the focus from the browser's own toolbar.
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
