import { boundedHeight, boundedWidth } from "./context";
import type { Item } from "./flex";

/** Computes the sizes of flex items on the main axis. Items grow or shrink to fill `room` (CSS Flexible Box Layout §9.7). */
export function flex(items: Item[], room: number, base: number, column: boolean) {
  const margins = items.reduce(
    (sum, { margin }) => sum + (column ? margin[0] + margin[2] : margin[1] + margin[3]),
    0,
  );
  const grows = items.reduce((sum, { main }) => sum + main, 0) + margins < room;
  const open = new Set(items.filter(({ box: { style } }) => (grows ? style.flexGrow : style.flexShrink) > 0));
  for (const item of open) item.main = item.base;
  for (let pass = 0; pass < items.length + 1 && open.size > 0; pass++) {
    const free =
      room - margins - items.reduce((sum, item) => sum + (open.has(item) ? item.base : item.main), 0);
    const weight = (item: Item) =>
      grows ? item.box.style.flexGrow : item.box.style.flexShrink * Math.max(0.01, item.base - item.edges);
    const total = [...open].reduce((sum, item) => sum + weight(item), 0);
    const growth = grows ? [...open].reduce((sum, { box: { style } }) => sum + style.flexGrow, 0) : 1;
    const given = grows && growth < 1 ? free * growth : free;
    let violation = 0;
    const changes = [...open].map((item) => {
      const wanted = item.base + (given * weight(item)) / total;
      const bounded = (column ? boundedHeight : boundedWidth)(item.box.style, wanted, base, item.edges);
      const size = Math.max(bounded, item.least, item.edges);
      violation += size - wanted;
      return { item, wanted, size };
    });
    for (const { item, size } of changes) item.main = size;
    if (Math.abs(violation) < 0.001) return;
    for (const { item, wanted, size } of changes)
      if (violation > 0 ? size > wanted : size < wanted) open.delete(item);
  }
}
