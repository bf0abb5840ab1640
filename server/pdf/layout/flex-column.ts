import type { BlockBox } from "../boxes/box";
import { resolve } from "../css/values";
import { layoutBox, type Content } from "./block";
import { type Layout, boundedHeight, boundedWidth } from "./context";
import { alignOf, columnWidth, isReverse, outerMain, type Item } from "./flex";
import { shares } from "./rows";

/** Lays out the items of a flex container whose main axis is vertical. */
export function inColumn(
  box: BlockBox,
  items: Item[],
  width: number,
  height: number | null,
  layout: Layout,
): Omit<Content, "absolutes"> {
  const { style } = box;
  const rtl = style.direction === "rtl";
  const gap = resolve(style.rowGap, height ?? 0);
  const gaps = gap * Math.max(0, items.length - 1);
  const natural = items.reduce((sum, item) => sum + outerMain(item, true), 0) + gaps;
  if (height !== null) flex(items, height - gaps, height, true);
  const free =
    height === null ? 0 : height - gaps - items.reduce((sum, item) => sum + outerMain(item, true), 0);
  const autos = items.reduce(
    (sum, { box: { style: s } }) => sum + Number(s.margin[0] === "auto") + Number(s.margin[2] === "auto"),
    0,
  );
  const auto = autos > 0 && free > 0 ? free / autos : 0;
  const spread =
    auto > 0 ? shares("start", items.length, 0) : shares(style.justifyContent, items.length, free);
  const ordered = isReverse(style) ? [...items].reverse() : items;
  let y = spread.before;
  const children = ordered.map((item) => {
    const { box: child, margin } = item;
    const own = columnWidth(child, margin, width, box, layout);
    const fixed = height !== null || child.style.flexBasis !== "auto" ? { fixedHeight: item.main } : {};
    const fragment = layoutBox(child, { width, height, fixedWidth: own, ...fixed }, layout);
    const spare = width - fragment.width - margin[1] - margin[3];
    const [left, right] = [child.style.margin[3] === "auto", child.style.margin[1] === "auto"];
    const align = alignOf(child, box);
    if (left || right) fragment.x = margin[3] + (left ? (right ? spare / 2 : spare) : 0);
    else if (align === "center") fragment.x = margin[3] + spare / 2;
    else if (align === "end" ? !rtl : rtl && spare > 0) fragment.x = margin[3] + spare;
    else fragment.x = margin[3];
    y += margin[0] + (child.style.margin[0] === "auto" ? auto : 0);
    fragment.y = y;
    y += fragment.height + margin[2] + (child.style.margin[2] === "auto" ? auto : 0) + gap + spread.between;
    return fragment;
  });
  return { children, height: height ?? natural, flow: "column" };
}

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
