import { isAbsolute, type BlockBox, type Box } from "../boxes/box";
import { resolve } from "../css/values";
import { layoutBox, widthOf, type Content, type Layable } from "./block";
import { borderOf, boundedHeight, boundedWidth, marginOf, paddingOf, sized, type Layout } from "./context";
import type { BoxFragment } from "./fragment";
import { intrinsic } from "./intrinsic";
import { sizeDown } from "./replaced";
import { stretches as fillsFree } from "../css/alignment";
import type { Style } from "../css/style";
import { inColumn, flex } from "./flex-column";
import { rowOf, shares } from "./rows";

/* Layout of flex containers (CSS Flexible Box Layout §9). */

export interface Item {
  box: Layable;
  margin: readonly [number, number, number, number];
  /** Sum of padding and border on the main axis. */
  edges: number;
  base: number;
  main: number;
  least: number;
  fragment: BoxFragment | null;
}

const layable = (box: Box): box is Layable => box.kind === "block" || box.kind === "replaced";

export const isColumn = ({ flexDirection }: Style) =>
  flexDirection === "column" || flexDirection === "column-reverse";

export const isReverse = ({ flexDirection }: Style) =>
  flexDirection === "row-reverse" || flexDirection === "column-reverse";

export function layoutFlex(box: BlockBox, width: number, height: number | null, layout: Layout): Content {
  const { style } = box;
  const column = isColumn(style);
  const boxes = box.children.filter((child) => !isAbsolute(child)).filter(layable);
  boxes.sort((one, other) => one.style.order - other.style.order);
  const absolutes = box.children.filter(isAbsolute).map((child) => ({ box: child, x: 0, y: 0 }));
  const items = boxes.map((child) => itemOf(child, column, width, height, box, layout));
  const content = column
    ? inColumn(box, items, width, height, layout)
    : inRows(box, items, width, height, layout);
  return { ...content, absolutes };
}

function itemOf(
  box: Layable,
  column: boolean,
  width: number,
  height: number | null,
  parent: BlockBox,
  layout: Layout,
): Item {
  const { style } = box;
  const margin = marginOf(style, width);
  const padding = paddingOf(style, width);
  const border = borderOf(style);
  const edges = column
    ? padding[0] + padding[2] + border[0] + border[2]
    : padding[1] + padding[3] + border[1] + border[3];
  const extra = style.borderBox ? 0 : edges;
  const given = sized(style.flexBasis, column ? height : width);
  if (column) {
    const own = columnWidth(box, margin, width, parent, layout);
    const natural = layoutBox(box, { width, height, fixedWidth: own }, layout).height;
    const base = given === null ? natural : given + extra;
    const least = style.clip ? 0 : style.minHeight === "auto" ? Math.min(natural, base) : 0;
    return {
      box,
      margin,
      edges,
      base,
      main: boundedHeight(style, base, height, edges),
      least,
      fragment: null,
    };
  }
  const wanted =
    given !== null
      ? given + extra
      : style.width !== "auto" || box.kind === "replaced"
        ? (stretchedWidth(box, margin, width, height, parent) ??
          widthOf(box, { width, height }, layout, true))
        : intrinsic(box, layout).max;
  const specified = sized(style.width, width);
  // The minimum width of the content must not depend on the specified width. Therefore, a copy of the box with an auto width is
  // measured.
  const bare = style.width === "auto" ? box : { ...box, style: { ...style, width: "auto" as const } };
  const smallest = intrinsic(bare, layout).min;
  const content = box.kind === "replaced" ? Math.min(wanted, intrinsic(box, layout).max) : smallest;
  const least =
    style.clip || style.minWidth !== "auto"
      ? 0
      : specified === null
        ? content
        : Math.min(specified + extra, content);
  return {
    box,
    margin,
    edges,
    base: wanted,
    main: Math.max(least, boundedWidth(style, wanted, width, edges)),
    least,
    fragment: null,
  };
}

/**
 * Returns the width of a picture that is stretched to the height of a single-line container. The picture keeps its aspect ratio
 * (§9.2, §9.8). Returns null for other items.
 */
function stretchedWidth(
  box: Layable,
  margin: Item["margin"],
  width: number,
  height: number | null,
  parent: BlockBox,
): number | null {
  if (box.kind !== "replaced" || height === null || parent.style.flexWrap !== "nowrap") return null;
  if (box.style.width !== "auto" || !stretches(box, parent)) return null;
  return sizeDown(box, Math.max(0, height - margin[0] - margin[2]), { width, height }).width;
}

/** Returns true if an item stretches to the height of its flex line (§8.3). */
const stretches = (box: Layable, parent: BlockBox) =>
  alignOf(box, parent) === "stretch" &&
  box.style.height === "auto" &&
  box.style.margin[0] !== "auto" &&
  box.style.margin[2] !== "auto";

export const alignOf = (box: Layable, parent: BlockBox) => {
  const own = box.style.alignSelf === "auto" ? parent.style.alignItems : box.style.alignSelf;
  return own === "normal" ? "stretch" : own;
};

export function columnWidth(
  box: Layable,
  margin: readonly number[],
  width: number,
  parent: BlockBox,
  layout: Layout,
): number {
  const auto = box.style.margin[1] === "auto" || box.style.margin[3] === "auto";
  const stretch =
    alignOf(box, parent) === "stretch" && !auto && box.style.width === "auto" && box.style.widthBy === "room";
  if (stretch && box.kind === "replaced") {
    const { style } = box;
    const edges = [1, 3].reduce(
      (sum, side) => sum + resolve(style.padding[side]!, width) + style.border[side]!.width,
      0,
    );
    return boundedWidth(style, width - margin[1]! - margin[3]!, width, edges);
  }
  return widthOf(box, { width: Math.max(0, width), height: null }, layout, !stretch);
}

export const outerMain = ({ main, margin }: Item, column: boolean) =>
  main + (column ? margin[0] + margin[2] : margin[1] + margin[3]);

/** A flex container and the size of its content box. */
interface Container {
  box: BlockBox;
  width: number;
  height: number | null;
  layout: Layout;
}

function inRows(
  box: BlockBox,
  items: Item[],
  width: number,
  height: number | null,
  layout: Layout,
): Omit<Content, "absolutes"> {
  const { style } = box;
  const container: Container = { box, width, height, layout };
  const gap = resolve(style.columnGap, width);
  const between = resolve(style.rowGap, height ?? 0);
  const lines = brokenLines(items, style.flexWrap === "nowrap" ? Infinity : width, gap);
  for (const line of lines) flex(line, width - gap * (line.length - 1), width, false);
  const crosses = lines.map((line) => {
    for (const item of line)
      item.fragment = layoutBox(item.box, { width, height, fixedWidth: item.main }, layout);
    return crossOf(line, box);
  });
  const total = crosses.reduce((sum, one) => sum + one.size, 0) + between * Math.max(0, lines.length - 1);
  const spare = height === null || lines.length <= 1 ? 0 : Math.max(0, height - total);
  const stretched = fillsFree(style.alignContent);
  const spread = shares(stretched ? "start" : style.alignContent, lines.length, spare);
  let y = 0;
  const rows = lines.map((line, index) => {
    const { size, baseline } = crosses[index]!;
    const own =
      lines.length === 1 && height !== null
        ? height
        : size + (stretched && lines.length > 1 ? spare / lines.length : 0);
    const row = placedLine(line, own, baseline, gap, container);
    for (const fragment of row) fragment.y += y + spread.before + spread.between * index;
    y += own + between;
    return row;
  });
  if (style.flexWrap === "wrap-reverse") rows.reverse();
  const used = Math.max(0, y - between);
  if (rows.length <= 1) return { children: rows[0] ?? [], height: used, flow: "row" };
  return { children: rows.map((row) => rowOf(row, style, width)), height: used, flow: "column" };
}

/** Positions the items of a line on the main axis and on the cross axis. */
function placedLine(
  line: readonly Item[],
  lineHeight: number,
  baseline: number,
  gap: number,
  container: Container,
): BoxFragment[] {
  const { box, width } = container;
  const { style } = box;
  const free = width - line.reduce((sum, item) => sum + outerMain(item, false), 0) - gap * (line.length - 1);
  const autos = line.reduce(
    (sum, item) => sum + Number(isAuto(item.box, 1)) + Number(isAuto(item.box, 3)),
    0,
  );
  const auto = autos > 0 && free > 0 ? free / autos : 0;
  const spread = auto > 0 ? shares("start", line.length, 0) : shares(style.justifyContent, line.length, free);
  const reversed = isReverse(style) !== (style.direction === "rtl");
  let x = reversed ? width - spread.before : spread.before;
  return line.map((item) => {
    const fragment = crossed(item, lineHeight, baseline, container);
    const before = item.margin[3] + (isAuto(item.box, 3) ? auto : 0);
    const after = item.margin[1] + (isAuto(item.box, 1) ? auto : 0);
    if (reversed) {
      x -= after + item.main;
      fragment.x = x;
      x -= before + gap + spread.between;
    } else {
      x += before;
      fragment.x = x;
      x += item.main + after + gap + spread.between;
    }
    return fragment;
  });
}

const isAuto = ({ style }: Layable, side: 0 | 1 | 2 | 3) => style.margin[side] === "auto";

/** Distributes items to lines with the maximum size `most`. */
function brokenLines(items: Item[], most: number, gap: number): Item[][] {
  const lines: Item[][] = [];
  let used = 0;
  for (const item of items) {
    const own = outerMain(item, false);
    const line = lines.at(-1);
    if (!line || used + gap + own > most + 0.01) {
      lines.push([item]);
      used = own;
    } else {
      line.push(item);
      used += gap + own;
    }
  }
  return lines;
}

/** Returns the size of a line on the cross axis, and its baseline. */
function crossOf(line: Item[], parent: BlockBox): { size: number; baseline: number } {
  let size = 0;
  let above = 0;
  let below = 0;
  for (const { fragment, margin, box } of line) {
    const outer = fragment!.height + margin[0] + margin[2];
    if (alignOf(box, parent) === "baseline") {
      const up = margin[0] + (fragment!.baseline ?? fragment!.height);
      above = Math.max(above, up);
      below = Math.max(below, outer - up);
    } else size = Math.max(size, outer);
  }
  return { size: Math.max(size, above + below), baseline: above };
}

/** Aligns an item on the cross axis. An item that is stretched is laid out again with its new size. */
function crossed(
  item: Item,
  room: number,
  baseline: number,
  { box: parent, width, height, layout }: Container,
): BoxFragment {
  const { box, margin, main } = item;
  const { style } = box;
  const align = alignOf(box, parent);
  const [autoTop, autoBottom] = [style.margin[0] === "auto", style.margin[2] === "auto"];
  let fragment = item.fragment!;
  if (stretches(box, parent)) {
    const padding = paddingOf(style, width);
    const border = borderOf(style);
    const wanted = boundedHeight(
      style,
      room - margin[0] - margin[2],
      height,
      padding[0] + padding[2] + border[0] + border[2],
    );
    if (Math.abs(wanted - fragment.height) > 0.01)
      fragment = layoutBox(box, { width, height, fixedWidth: main, fixedHeight: wanted }, layout);
  }
  const free = room - fragment.height - margin[0] - margin[2];
  if (autoTop) fragment.y = margin[0] + (autoBottom ? free / 2 : free);
  else if (align === "center") fragment.y = margin[0] + free / 2;
  else if (align === "end") fragment.y = margin[0] + free;
  else if (align === "baseline") fragment.y = baseline - (fragment.baseline ?? fragment.height);
  else fragment.y = margin[0];
  return fragment;
}
