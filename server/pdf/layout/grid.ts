import { isAbsolute, type BlockBox, type Box } from "../boxes/box";
import { stretches, type Items } from "../css/alignment";
import { MOST_TRACKS, type Breadth, type TrackList, type TrackSize } from "../css/grid-template";
import { resolve } from "../css/values";
import { layoutBox, widthOf, type Content, type Layable } from "./block";
import { marginOf, type Layout } from "./context";
import type { BoxFragment } from "./fragment";
import { placeItems, type Placed } from "./grid-places";
import { outer } from "./intrinsic";
import { rowOf, shares } from "./rows";

/* Layout of grids (CSS Grid Layout Level 2). Subgrids and named lines are not supported. */

export interface Track {
  least: number | "auto";
  /** Maximum size of the track: pixels, a fraction of the free space, or the size of the content. */
  most: number | { fr: number } | "auto";
}

const layable = (box: Box): box is Layable => box.kind === "block" || box.kind === "replaced";

export function layoutGrid(box: BlockBox, width: number, height: number | null, layout: Layout): Content {
  const { style } = box;
  const boxes = box.children.filter((child) => !isAbsolute(child)).filter(layable);
  boxes.sort((one, other) => one.style.order - other.style.order);
  const columnGap = resolve(style.columnGap, width);
  const rowGap = resolve(style.rowGap, height ?? 0);
  const explicit = resolved(style.gridColumns, width, columnGap);
  const rowTracks = resolved(style.gridRows, height ?? 0, rowGap);
  const { placed, columns: most, rows: rowCount } = placeItems(boxes, style, Math.max(1, explicit.length));
  // With `auto-fit`, the empty tracks after the last item are removed (§7.2.3.2).
  const columnCount = style.gridColumns.some((entry) => "repeated" in entry && entry.fit)
    ? Math.max(1, ...placed.map(({ column, columns }) => column + columns))
    : most;
  const columns = Array.from(
    { length: columnCount },
    (_, index): Track => explicit[index] ?? { least: "auto", most: "auto" },
  );
  const widths = columnWidths(
    columns,
    placed,
    width - columnGap * (columnCount - 1),
    layout,
    stretches(style.justifyContent),
  );
  const lefts = offsets(
    widths,
    columnGap,
    shares(style.justifyContent, columnCount, width - sum(widths) - columnGap * (columnCount - 1)),
  );
  const laid = placed.map((item) => ({ ...item, ...cell(item, widths, columnGap, box, layout) }));
  const [auto] = resolved(style.gridAutoRows, height ?? 0, 0);
  const heights = rowHeights(
    Array.from(
      { length: rowCount },
      (_, index) => rowTracks[index] ?? auto ?? { least: "auto", most: "auto" },
    ),
    laid,
    rowGap,
    height,
    stretches(style.alignContent),
  );
  const total = sum(heights) + rowGap * Math.max(0, rowCount - 1);
  const spread =
    height === null ? { before: 0, between: 0 } : shares(style.alignContent, rowCount, height - total);
  const tops = offsets(heights, rowGap, spread);
  const rows = Array.from({ length: rowCount }, (): BoxFragment[] => []);
  const rtl = style.direction === "rtl";
  // Columns that are wider than the grid overflow to the right, so that the document is scaled down and loses no content.
  const across = Math.max(width, lefts.at(-1)! + widths.at(-1)!);
  for (const item of laid) {
    const room = {
      width: item.room,
      height:
        sum(heights.slice(item.row, item.row + item.rows)) + (rowGap + spread.between) * (item.rows - 1),
    };
    const fragment = within(item, room, box, layout);
    const left = lefts[item.column]!;
    fragment.x += rtl ? across - left - item.room : left;
    fragment.y += tops[item.row]!;
    rows[item.row]!.push(fragment);
  }
  const spanning = placed.some(({ rows: span }) => span > 1);
  const absolutes = box.children.filter(isAbsolute).map((child) => ({ box: child, x: 0, y: 0 }));
  if (spanning) return { children: rows.flat(), height: total, flow: "row", absolutes };
  return {
    children: rows.filter((row) => row.length > 0).map((row) => rowOf(row, style, width)),
    height: total,
    flow: "column",
    absolutes,
  };
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

function offsets(
  sizes: number[],
  gap: number,
  { before, between }: { before: number; between: number },
): number[] {
  let at = before;
  return sizes.map((size) => {
    const here = at;
    at += size + gap + between;
    return here;
  });
}

/**
 * Converts a track list to tracks. `base` is the size of the grid. `repeat(auto-fill, …)` is repeated as often as it fits into
 * this size.
 */
function resolved(list: TrackList, base: number, gap: number): Track[] {
  const one = ({ least, most }: TrackSize): Track => ({
    least: least === "auto" ? least : resolve(least, base),
    most: most === "auto" || isShare(most) ? most : resolve(most, base),
  });
  const found: Track[] = [];
  for (const entry of list) {
    if (!("repeated" in entry)) found.push(one(entry));
    else {
      const inner = entry.repeated.map(one);
      const least = sum(
        inner.map((track) =>
          typeof track.least === "number" ? track.least : typeof track.most === "number" ? track.most : 0,
        ),
      );
      const fitting = least > 0 ? Math.floor((base + gap) / (least + gap * inner.length)) : 1;
      for (let index = 0; index < Math.min(MOST_TRACKS, Math.max(1, fitting || 1)); index++)
        found.push(...inner);
    }
    if (found.length > MOST_TRACKS) break;
  }
  return found.slice(0, MOST_TRACKS);
}

const isShare = (breadth: Breadth): breadth is { fr: number } =>
  typeof breadth === "object" && "fr" in breadth;

function columnWidths(
  columns: Track[],
  placed: Placed[],
  room: number,
  layout: Layout,
  stretched: boolean,
): number[] {
  const needs = columns.map(() => ({ min: 0, max: 0 }));
  for (const { box, column, columns: span } of placed) {
    if (span > 1) continue;
    const size = outer(box, layout);
    const need = needs[column]!;
    need.min = Math.max(need.min, size.min);
    need.max = Math.max(need.max, size.max);
  }
  const widths = columns.map(({ least, most }, index) =>
    typeof most === "number"
      ? Math.max(most, typeof least === "number" ? least : 0)
      : typeof least === "number"
        ? least
        : needs[index]!.min,
  );
  const fluid = columns.flatMap(({ most }, index) =>
    typeof most === "object" ? [{ index, fr: most.fr }] : [],
  );
  const automatic = columns.flatMap(({ most }, index) => (most === "auto" ? [index] : []));
  // Automatic tracks first get the size of their content. Tracks with a fraction (`fr`) share the remaining space.
  let free =
    room - sum(widths.map((width, index) => (fluid.some((track) => track.index === index) ? 0 : width)));
  const wishes = automatic.map((index) => Math.max(0, needs[index]!.max - widths[index]!));
  const wished = sum(wishes);
  const fluidLeast = fluid.reduce((total, { index }) => total + widths[index]!, 0);
  const given = Math.min(wished, Math.max(0, free - fluidLeast));
  for (const [at, index] of automatic.entries())
    if (wished > 0) widths[index]! += (wishes[at]! / wished) * given;
  free -= given;
  const open = [...fluid];
  for (let pass = 0; pass <= fluid.length && open.length > 0; pass++) {
    const total = open.reduce((all, { fr }) => all + fr, 0);
    const share = free / Math.max(1, total);
    const tight = open.filter(({ index, fr }) => widths[index]! > share * fr + 0.01);
    if (tight.length === 0 || tight.length === open.length) {
      for (const { index, fr } of open) widths[index] = Math.max(widths[index]!, share * fr);
      break;
    }
    for (const track of tight) {
      free -= widths[track.index]!;
      open.splice(open.indexOf(track), 1);
    }
  }
  if (stretched && fluid.length === 0 && automatic.length > 0 && free > 0)
    for (const index of automatic) widths[index]! += free / automatic.length;
  return widths;
}

function cell(
  { box, column, columns }: Placed,
  widths: number[],
  gap: number,
  parent: BlockBox,
  layout: Layout,
): { fragment: BoxFragment; room: number } {
  const room = sum(widths.slice(column, column + columns)) + gap * (columns - 1);
  const shrink = !stretches(justifyOf(box, parent));
  const fragment = layoutBox(
    box,
    { width: room, height: null, fixedWidth: widthOf(box, { width: room, height: null }, layout, shrink) },
    layout,
  );
  return { fragment, room };
}

const justifyOf = ({ style }: Layable, parent: BlockBox) =>
  style.justifySelf === "auto" ? parent.style.justifyItems : style.justifySelf;

function rowHeights(
  rows: Track[],
  laid: (Placed & { fragment: BoxFragment; room: number })[],
  gap: number,
  height: number | null,
  stretched: boolean,
): number[] {
  const heights = rows.map(({ most, least }) =>
    typeof most === "number" ? most : typeof least === "number" ? least : 0,
  );
  const need = ({ fragment, room }: { fragment: BoxFragment; room: number }) => {
    const margin = marginOf(fragment.style, room);
    return fragment.height + margin[0] + margin[2];
  };
  for (const item of laid)
    if (item.rows === 1 && typeof rows[item.row]!.most !== "number")
      heights[item.row] = Math.max(heights[item.row]!, need(item));
  for (const item of laid)
    if (item.rows > 1) {
      const missing = need(item) - sum(heights.slice(item.row, item.row + item.rows)) - gap * (item.rows - 1);
      if (missing > 0) heights[item.row + item.rows - 1]! += missing;
    }
  const free = height === null ? 0 : height - sum(heights) - gap * Math.max(0, rows.length - 1);
  const fluid = rows.flatMap(({ most }, index) => (typeof most === "object" ? [{ index, fr: most.fr }] : []));
  const total = fluid.reduce((all, { fr }) => all + fr, 0);
  if (free <= 0) return heights;
  for (const { index, fr } of fluid) heights[index]! += (free * fr) / Math.max(1, total);
  const automatic = rows.filter(({ most }) => most === "auto").length;
  if (fluid.length > 0 || automatic === 0 || !stretched) return heights;
  return heights.map((own, index) => (rows[index]!.most === "auto" ? own + free / automatic : own));
}

/** Aligns an item in its grid area. An item that is stretched is laid out again with its new size. */
function within(
  { box, fragment: laid, room: across }: { box: Layable; fragment: BoxFragment; room: number },
  room: { width: number; height: number },
  parent: BlockBox,
  layout: Layout,
): BoxFragment {
  const { style } = box;
  const margin = marginOf(style, across);
  const align = style.alignSelf === "auto" ? parent.style.alignItems : style.alignSelf;
  const justify = justifyOf(box, parent);
  let fragment = laid;
  const stretched = align === "stretch" || (align === "normal" && style.ratio === null);
  if (stretched && style.height === "auto" && box.kind === "block")
    fragment = layoutBox(
      box,
      {
        width: across,
        height: null,
        fixedWidth: laid.width,
        fixedHeight: Math.max(laid.height, room.height - margin[0] - margin[2]),
      },
      layout,
    );
  const at = (alignment: Items, free: number) =>
    alignment === "center" ? free / 2 : alignment === "end" ? free : 0;
  const free = room.width - fragment.width - margin[1] - margin[3];
  const start = at(justify, free);
  fragment.x = margin[3] + (parent.style.direction === "rtl" ? free - start : start);
  fragment.y = margin[0] + at(align, room.height - fragment.height - margin[0] - margin[2]);
  return fragment;
}
