import { useCallback, useState } from "react";

/** Returns a `ref` for a scroll region, and a flag. The flag is true if the region has more content to the right. */
export function useMoreBeyond() {
  const [more, setMore] = useState(false);
  const watch = useCallback((region: HTMLElement | null) => {
    if (!region) return;
    // Ignores fractions of a pixel, because `scrollLeft` is not an integer on zoomed pages.
    const look = () => setMore(region.scrollWidth - region.clientWidth - region.scrollLeft > 1);
    const sizes = new ResizeObserver(look);
    sizes.observe(region);
    for (const child of region.children) sizes.observe(child);
    region.addEventListener("scroll", look, { passive: true });
    return () => {
      sizes.disconnect();
      region.removeEventListener("scroll", look);
    };
  }, []);
  return [watch, more] as const;
}
