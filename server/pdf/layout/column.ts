import { isAbsolute, isFloating, isRoot, type BlockBox, type Box } from "../boxes/box";
import { asOutOfFlow, layoutBox, layoutFloat, widthOf, type Content, type Layable } from "./block";
import { marginOf, tooLong, type Layout } from "./context";
import type { Fragment, BoxFragment } from "./fragment";
import type { Place } from "./lines";
import {
  collapsesThrough,
  joined,
  collapsesBelow,
  marginAbove,
  marginBelow,
  none,
  collapsesWithFirst,
  worth,
  type Margins,
} from "./margins";
import { resolve } from "../css/values";
import { Floats } from "./floats";
import { rowOf } from "./rows";

/* Layout of block-level boxes in normal flow (CSS 2.2 §9.4.1), and of floats between these boxes. */

const layable = (box: Box): box is Layable => box.kind === "block" || box.kind === "replaced";

export function layoutColumn(
  box: BlockBox,
  width: number,
  height: number | null,
  place: Place,
  layout: Layout,
): Content {
  const { floats } = place;
  const children: Fragment[] = [];
  const absolutes: Content["absolutes"] = [];
  let y = 0;
  let pending: Margins = none;
  // True if the next child is at the top edge of its parent. For the first child, this is the case if its top margin collapses
  // with the top margin of the parent.
  let atTop = collapsesWithFirst(box);
  for (const child of box.children) {
    if (isAbsolute(child)) {
      absolutes.push({ box: child, x: 0, y: y + worth(pending) });
      continue;
    }
    if (isFloating(child)) {
      const { fragment, margin } = layoutFloat(child, width, height, layout);
      const top = Math.max(place.y + y + worth(pending), floats.clearance(child.style.clear));
      const side = child.style.float === "right" ? "right" : "left";
      const spot = floats.place(
        side,
        fragment.width + margin[1] + margin[3],
        fragment.height + margin[0] + margin[2],
        top,
        place.x,
        place.x + width,
      );
      fragment.x = spot.x - place.x + margin[3];
      fragment.y = spot.y - place.y + margin[0];
      children.push(asOutOfFlow(fragment));
      continue;
    }
    if (!layable(child)) continue;
    const above = marginAbove(child, width);
    if (collapsesThrough(child)) {
      const start = atTop ? 0 : y + worth(joined(pending, above));
      if (!atTop) pending = joined(pending, above);
      const cleared = floats.clearance(child.style.clear) - place.y;
      if (cleared > start) {
        y = cleared;
        pending = none;
        atTop = false;
      }
      const own = widthOf(child, { width, height }, layout, false);
      const x = horizontal(child, own, marginOf(child.style, width), width, box);
      // The box has no height, but earlier floats can reach into the box, and the box can contain floats.
      const reach = { floats, floatX: place.x + x, floatY: place.y + start };
      const fragment = layoutBox(child, { width, height, fixedWidth: own, ...reach }, layout);
      fragment.x = x;
      fragment.y = start;
      children.push(fragment);
      continue;
    }
    let top = atTop ? y : y + worth(joined(pending, above));
    atTop = false;
    const cleared = floats.clearance(child.style.clear) - place.y;
    if (cleared > top) top = cleared;
    const fragment = put(child, top);
    children.push(fragment);
    y = fragment.y + fragment.height;
    if (y > layout.most) throw tooLong();
    pending = marginBelow(child, width);
  }
  const total = collapsesBelow(box) ? y : y + Math.max(worth(pending), -y);
  return { children, height: total, flow: "column", absolutes };

  function put(child: Layable, top: number) {
    const margin = marginOf(child.style, width);
    if (!isRoot(child) || child.kind === "replaced" || floats.isEmpty) {
      const own = widthOf(child, { width, height }, layout, false);
      const x = horizontal(child, own, margin, width, box);
      const reach = isRoot(child) ? {} : { floats, floatX: place.x + x, floatY: place.y + top };
      const fragment = layoutBox(child, { width, height, fixedWidth: own, ...reach }, layout);
      fragment.x = fragment.width === own ? x : horizontal(child, fragment.width, margin, width, box);
      fragment.y = top;
      return fragment;
    }
    // A box that establishes a block formatting context is placed beside floats. If the space beside the floats is too small,
    // the box is placed below them.
    let at = top;
    for (;;) {
      const wanted = widthOf(child, { width, height }, layout, false);
      const probe = floats.band(place.y + at, 1, place.x, place.x + width);
      const room = probe.right - probe.left;
      const fits = child.style.width === "auto" ? Math.min(wanted, room - margin[1] - margin[3]) : wanted;
      const next = floats.nextBottom(place.y + at);
      if (next !== null && (fits + margin[1] + margin[3] > room + 0.01 || fits < Math.min(wanted, 40))) {
        at = next - place.y;
        continue;
      }
      const fragment = layoutBox(child, { width, height, fixedWidth: Math.max(0, fits) }, layout);
      fragment.x = probe.left - place.x + horizontal(child, fragment.width, margin, room, box);
      fragment.y = at;
      return fragment;
    }
  }
}

/** Returns the horizontal position of a box in its parent. Auto margins share the free space (CSS 2.2 §10.3.3). */
export function horizontal(
  child: Layable,
  own: number,
  margin: readonly number[],
  width: number,
  parent: BlockBox,
): number {
  const { style } = child;
  const free = width - own - margin[1]! - margin[3]!;
  const [left, right] = [style.margin[3] === "auto", style.margin[1] === "auto"];
  if (left && free > 0) return right ? free / 2 : free;
  if (right || own >= width) return margin[3]!;
  const { blockAlign, direction } = parent.style;
  if (free > 0 && blockAlign === "center") return margin[3]! + free / 2;
  if (free > 0 && (blockAlign === "right" || direction === "rtl")) return margin[3]! + free;
  return margin[3]!;
}

/* Multi-column layout (CSS Multi-column Layout). Simplified: a block is never split between columns. */

export function layoutMulticol(box: BlockBox, width: number, layout: Layout): Content {
  const count = box.style.columnCount;
  const gap = resolve(box.style.columnGap, width) || box.style.fontSize;
  const own = (width - gap * (count - 1)) / count;
  const content = layoutColumn(box, own, null, { floats: new Floats(), x: 0, y: 0 }, layout);
  const boxes = content.children.filter((child): child is BoxFragment => child.kind === "box");
  const wanted = content.height / count;
  const columns: BoxFragment[][] = [];
  let from = 0;
  for (const fragment of boxes) {
    const column = columns.at(-1);
    if (!column || (fragment.y + fragment.height / 2 - from > wanted && columns.length < count)) {
      columns.push([fragment]);
      from = fragment.y;
    } else column.push(fragment);
  }
  const rows = columns.map((column, index) => {
    const row = rowOf(column, box.style, own, "column");
    row.y = 0;
    const place = box.style.direction === "rtl" ? count - 1 - index : index;
    row.x = place * (own + gap);
    return row;
  });
  return {
    children: rows,
    height: Math.max(0, ...rows.map(({ height }) => height)),
    flow: "row",
    absolutes: content.absolutes,
  };
}
