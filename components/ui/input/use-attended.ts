import { useEffect, useState } from "react";

/** Delay in milliseconds after which large modules load if the person does nothing. */
const AFTER_MS = 3_000;

// Events that show an action of the person. Scroll events are excluded, because the sidebar scrolls to the current area on its
// own.
const signs = ["pointermove", "pointerdown", "touchstart", "wheel", "keydown", "focusin"] as const;

/**
 * Returns true when large modules may load: after the first pointer or key event, or after 3 seconds. The hydration of the page
 * therefore finishes before the large modules load.
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
