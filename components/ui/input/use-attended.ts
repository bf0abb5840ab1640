import { useEffect, useState } from "react";

/** Delay in milliseconds before large modules load without an action of the reader. */
const AFTER_MS = 3_000;

// Scroll events are not included, because the sidebar scrolls to the current area without the reader.
const signs = ["pointermove", "pointerdown", "touchstart", "wheel", "keydown", "focusin"] as const;

/**
 * Returns true when large modules may load: after the first pointer or key event, or after a delay. So the page hydrates first.
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
