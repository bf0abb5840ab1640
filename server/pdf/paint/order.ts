import type { BoxFragment, Fragment, Reach } from "../layout/fragment";

/*
 * The painting order of child fragments, and an index of children by height. The index returns only the children that a page
 * can show. Without the index, each page of a long table would visit all rows of the table.
 */

/** Tolerance in pixels when sums are compared. */
const NOTHING = 0.001;

/** Returns the area that a fragment and its content cover, relative to the corner of the fragment. */
export function reachOf(fragment: Fragment): Reach {
  if (fragment.reach) return fragment.reach;
  const { width, height } = fragment;
  const reach: Reach = { top: 0, left: 0, bottom: height, right: width };
  if (fragment.reach === null || (fragment.kind !== "box" && fragment.kind !== "line")) return reach;
  for (const child of fragment.children) extend(reach, child);
  if (fragment.kind === "box" && fragment.moved) {
    const { x, y } = fragment.moved;
    reach.top += y;
    reach.bottom += y;
    reach.left += x;
    reach.right += x;
    return (fragment.reach = reach);
  }
  const { top, left, bottom, right } = reach;
  const within = top > -NOTHING && left > -NOTHING && bottom < height + NOTHING && right < width + NOTHING;
  fragment.reach = within ? null : reach;
  return reach;
}

/** Extends the area of a fragment by the area of a child. */
function extend(reach: Reach, child: Fragment) {
  const inner =
    child.kind === "box" || child.kind === "line"
      ? reachOf(child)
      : { top: 0, left: 0, bottom: child.height, right: child.width };
  reach.top = Math.min(reach.top, child.y + inner.top);
  reach.left = Math.min(reach.left, child.x + inner.left);
  reach.bottom = Math.max(reach.bottom, child.y + inner.bottom);
  reach.right = Math.max(reach.right, child.x + inner.right);
}

interface Order {
  children: Fragment[];
  /** Indexes of the children in painting order, for each horizontal section (slab) of the fragment. */
  slabs: Map<number, number[]>;
  /** Indexes of children that cover more than 40 slabs. These children are returned for every page. */
  tall: number[];
}

/** Height of a slab in pixels, about half a page. */
const SLAB = 500;
/** Minimum number of children for which an index is built. */
const MANY = 24;
const TALL = 40;

const orders = new WeakMap<BoxFragment, Order>();

/**
 * Returns the children that can be visible between two heights, in painting order. The heights count from the top of the
 * fragment.
 */
export function childrenIn(fragment: BoxFragment, top: number, bottom: number): readonly Fragment[] {
  if (fragment.children.length < MANY) return inLayers(fragment.children);
  let order = orders.get(fragment);
  if (!order) orders.set(fragment, (order = orderOf(fragment)));
  const places = new Set<number>(order.tall);
  for (let slab = Math.floor(top / SLAB); slab <= Math.floor(bottom / SLAB); slab++)
    for (const place of order.slabs.get(slab) ?? []) places.add(place);
  const { children } = order;
  return [...places].sort((one, other) => one - other).map((place) => children[place]!);
}

function orderOf(fragment: BoxFragment): Order {
  const children = inLayers(fragment.children);
  const slabs = new Map<number, number[]>();
  const tall: number[] = [];
  for (const [place, child] of children.entries()) {
    const reach = reachOf(child);
    const first = Math.floor((child.y + reach.top - 1) / SLAB);
    const last = Math.floor((child.y + reach.bottom + 1) / SLAB);
    if (last - first > TALL) {
      tall.push(place);
      continue;
    }
    for (let slab = first; slab <= last; slab++) {
      const list = slabs.get(slab);
      if (list) list.push(place);
      else slabs.set(slab, [place]);
    }
  }
  return { children, slabs, tall };
}

/** Sorts children by z-index. Positioned children are above other children (CSS 2.2 appendix E). */
const inLayers = (children: Fragment[]): Fragment[] =>
  children.some((child) => layerOf(child) !== 0)
    ? [...children].sort((one, other) => layerOf(one) - layerOf(other))
    : children;

function layerOf(fragment: Fragment): number {
  if (fragment.kind !== "box") return 0;
  const { position, zIndex } = fragment.style;
  if (position === "static") return 0;
  return zIndex === "auto" || zIndex === 0 ? 0.5 : zIndex;
}

export interface Band {
  /**
   * `top` and `bottom` are the limits of the page in the document's layout. Painting adds `left` and `shift` to the positions
   * in the layout.
   */
  top: number;
  bottom: number;
  left: number;
  shift: number;
}

/** Returns the part of the page that repeated rows of a table leave for a row that continues from or on another page. */
export function bandOf(row: BoxFragment, top: number, band: Band): Band {
  const { above, below } = row.spared!;
  return {
    ...band,
    top: top < band.top - 0.5 ? band.top + above : band.top,
    bottom: top + reachOf(row).bottom > band.bottom + 0.5 ? band.bottom - below : band.bottom,
  };
}
