import { useEffect, useLayoutEffect, useRef } from "react";

/** An element and what stands around it, from the inside out: where the focus can go when the element has gone. */
function outwards(element: Element | null): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let at = element; at && at !== document.body; at = at.parentElement)
    if (at instanceof HTMLElement) found.push(at);
  return found;
}

/** Gives the focus to the first of these that is still there and can hold it. */
function focusFirst(elements: HTMLElement[]) {
  for (const element of elements) {
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return;
  }
}

/** Where the dialog that closes in this moment came from. */
let closing: HTMLElement[] = [];

/**
 * The way back from a dialog that no trigger of Radix opened: what it gives belongs to `onCloseAutoFocus`, and returns the
 * focus to what held it before, or to the nearest thing around that where it has gone meanwhile, as a deleted row has.
 */
export function useWayBack(open: boolean): (event: Event) => void {
  const way = useRef<HTMLElement[]>([]);
  // Before the dialog's content is there, whose fields may take the focus as they come.
  useLayoutEffect(() => {
    if (!open) return;
    const from = outwards(document.activeElement);
    // Where this one follows another, nothing holds the focus: it leads back to where the first came from.
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
 * Keeps the focus from falling back to the start of the page: where what holds it goes away (a row that is deleted, a link
 * whose page is left), the nearest thing around it takes it. A click beside everything still lets go of it. Messages are only
 * visited: where one goes that had the focus, it returns to where it came from.
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
      // Whoever has gone on to the browser's own bars is not called back.
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
