import { useCallback, useState } from "react";

/** Whether a region that scrolls sideways has more beyond its right edge; the first is the region's `ref`. */
export function useMoreBeyond() {
  const [more, setMore] = useState(false);
  const watch = useCallback((region: HTMLElement | null) => {
    if (!region) return;
    // Fractions of a pixel are no content.
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
