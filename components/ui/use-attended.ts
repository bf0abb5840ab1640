import { useEffect, useState } from "react";

/** How long a page stands before what is heavy comes by itself. */
const AFTER_MS = 3_000;

// Not that something was scrolled: the sidebar does so by itself, to where one is.
const signs = ["pointermove", "pointerdown", "touchstart", "wheel", "keydown", "focusin"] as const;

/**
 * Whether what is heavier than the page is to be loaded: from the first move, touch or key on, and where none comes, after the
 * page has stood for a while. So the page itself comes to life first.
 */
export function useAttended(): boolean {
  const [attended, setAttended] = useState(false);
  useEffect(() => {
    if (attended) return;
    const stop = new AbortController();
    for (const sign of signs)
      window.addEventListener(sign, () => setAttended(true), {
        signal: stop.signal,
        passive: true,
        capture: true,
      });
    const timer = setTimeout(() => setAttended(true), AFTER_MS);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [attended]);
  return attended;
}
