import { isTable, type BlockBox, type Box, type ReplacedBox } from "../boxes/box";
import { isFlex, isGrid } from "../css/display";
import type { Sides } from "../css/values";
import type { Style } from "../css/style";
import { layoutAbsolutes, type Waiting } from "./absolute";
import {
  borderOf,
  boundedHeight,
  boundedWidth,
  marginOf,
  paddingOf,
  sized,
  type Layout,
  type Space,
} from "./context";
import { layoutColumn, layoutMulticol } from "./column";
import { layoutFlex } from "./flex";
import { Floats } from "./floats";
import { zero, type BoxFragment, type Flow, type Fragment, relativeOffset, noOffset } from "./fragment";
import { layoutGrid } from "./grid";
import { intrinsic, shrinkToFit, heightByRatio, widthByRatio } from "./intrinsic";
import { layoutLines } from "./lines";
import { lineExtent, textWidth } from "./metrics";
import { naturalSize, sizeAcross } from "./replaced";
import { layoutTable } from "./table";
import { trimEndWhile } from "../../kernel/strings/trim";

/* Lays out one box. Computes first the width, then the content, and then the height. */

/** The laid-out content of a box. Positions are relative to the corner of the content box. */
export interface Content {
  children: Fragment[];
  height: number;
  /** Width of a table. Can differ from the width that the caller requested. */
  width?: number;
  flow: Flow;
  absolutes: Waiting[];
}

export type Layable = BlockBox | ReplacedBox;

/** Lays out a box. If `space` contains a fixed size, the box gets this size. */
export function layoutBox(box: Layable, space: Space, layout: Layout): BoxFragment {
  // The result is cached by box and space. If floats reach into the box, the result also depends on the floats and is not
  // cached.
  const known = space.floats ? undefined : layout.fragments.get(box);
  for (const entry of known ?? []) if (isSame(entry.space, space)) return entry.fragment;
  const fragment = box.kind === "replaced" ? layoutReplaced(box, space) : layoutBlock(box, space, layout);
  if (known) known.push({ space, fragment });
  else if (!space.floats) layout.fragments.set(box, [{ space, fragment }]);
  return fragment;
}

const isSame = (one: Space, other: Space) =>
  one.width === other.width &&
  one.height === other.height &&
  one.fixedWidth === other.fixedWidth &&
  one.fixedHeight === other.fixedHeight;

function layoutReplaced(box: ReplacedBox, space: Space): BoxFragment {
  const { style } = box;
  const size = naturalSize(box, space);
  const { fixedWidth, fixedHeight } = space;
  // If the width of a picture is changed and its height is auto, the picture keeps its aspect ratio.
  const height =
    fixedHeight ??
    (fixedWidth !== undefined && fixedWidth !== size.width && style.height === "auto"
      ? sizeAcross(box, fixedWidth, space).height
      : size.height);
  const moved = relativeOffset(style, space.width, space.height);
  return {
    kind: "box",
    reach: undefined,
    forces: undefined,
    box,
    style,
    flow: "whole",
    padding: paddingOf(style, space.width),
    border: borderOf(style),
    x: 0,
    y: 0,
    width: fixedWidth ?? size.width,
    height,
    children: [],
    baseline: null,
    lastBaseline: null,
    ...(moved !== noOffset && { moved }),
  };
}

/**
 * Returns the border-box width of a box. Uses the specified width, or else the available width. With `shrink`, an auto width
 * shrinks to fit the content.
 */
export function widthOf(box: Layable, space: Space, layout: Layout, shrink: boolean): number {
  const { style } = box;
  if (box.kind === "replaced") return naturalSize(box, space).width;
  const padding = paddingOf(style, space.width);
  const border = borderOf(style);
  const edges = padding[1] + padding[3] + border[1] + border[3];
  const given = sized(style.width, space.width);
  const margin = marginOf(style, space.width);
  const available = space.width - margin[1] - margin[3];
  if (given !== null) {
    const size = boundedWidth(style, given + (style.borderBox ? 0 : edges), space.width, edges);
    return isTable(box) ? Math.max(size, intrinsic(box, layout).min) : size;
  }
  const byRatio = widthByRatio(style, space.width, space.height);
  if (byRatio !== null) return boundedWidth(style, byRatio, space.width, edges);
  if (style.widthBy === "max-content" || style.widthBy === "min-content") {
    const { min, max } = intrinsic(box, layout);
    return boundedWidth(style, style.widthBy === "max-content" ? max : min, space.width, edges);
  }
  if (shrink || style.widthBy === "fit-content" || isTable(box))
    return boundedWidth(style, shrinkToFit(box, available, layout), space.width, edges);
  return boundedWidth(style, available, space.width, edges);
}

/** Padding and border of a box. `across` is the horizontal sum and `down` the vertical sum. */
interface Edges {
  padding: Sides<number>;
  border: Sides<number>;
  across: number;
  down: number;
}

function edgesOf(box: BlockBox, width: number): Edges {
  // A table with collapsed borders has no padding. Its borders are part of the cells (CSS 2.2 §17.6.2).
  const collapsed = isTable(box) && box.style.collapse;
  const padding = collapsed ? zero : paddingOf(box.style, width);
  const border = collapsed ? zero : borderOf(box.style);
  return {
    padding,
    border,
    across: padding[1] + padding[3] + border[1] + border[3],
    down: padding[0] + padding[2] + border[0] + border[2],
  };
}

function layoutBlock(box: BlockBox, space: Space, layout: Layout): BoxFragment {
  const { style } = box;
  const width = space.fixedWidth ?? widthOf(box, space, layout, false);
  const edges = edgesOf(box, space.width);
  const { padding, border, across, down } = edges;
  const specified = space.fixedHeight ?? heightOf(box, space, down);
  const given = specified ?? heightByRatio(style, width, space.width);
  const left = border[3] + padding[3];
  const top = border[0] + padding[0];
  const floats = space.floats ?? new Floats();
  const place = { floats, x: (space.floatX ?? 0) + left, y: (space.floatY ?? 0) + top };
  const content = stretchedContent(box, Math.max(0, width - across), given, down, space, place, layout);
  const own =
    space.floats || floats.isEmpty ? content.height : Math.max(content.height, floats.bottom - place.y);
  const grows =
    isTable(box) || style.display === "table-cell" || (specified === null && isRatioLeast(style, given));
  const height = usedHeight(style, given, grows, own + down, space, down);
  const fragment: BoxFragment = {
    kind: "box",
    reach: undefined,
    forces: undefined,
    box,
    style,
    flow: content.flow,
    padding,
    border,
    x: 0,
    y: 0,
    width: content.width === undefined ? width : content.width + across,
    height: grows ? height : (space.fixedHeight ?? height),
    // The children are copied, because the cache can use the same fragments for another size of this box.
    children: content.children.map((child) => ({ ...child, x: child.x + left, y: child.y + top })),
    baseline: null,
    lastBaseline: null,
  };
  if (style.display === "table-cell" && height > own + down) fragment.spare = height - own - down;
  addBaselines(box, fragment, space, layout);
  layoutAbsolutes(
    fragment,
    content.absolutes.map((one) => ({ ...one, x: one.x + left, y: one.y + top })),
    layout,
  );
  return fragment;
}

/** Sets the baselines, the list marker and the relative offset of a fragment. */
function addBaselines(box: BlockBox, fragment: BoxFragment, space: Space, layout: Layout) {
  const { style } = box;
  fragment.baseline = firstBaseline(fragment);
  fragment.lastBaseline = style.clip && style.display === "inline-block" ? null : lastBaseline(fragment);
  const moved = relativeOffset(style, space.width, space.height);
  if (moved !== noOffset) fragment.moved = moved;
  if (box.marker !== null) fragment.marker = markerOf(box, fragment, layout);
}

/** Returns true if the height from an aspect ratio is only a minimum height (CSS Box Sizing Level 4 §5). */
const isRatioLeast = (style: Style, given: number | null) => given !== null && !style.clip;

type BlockPlace = { floats: Floats; x: number; y: number };

/**
 * Lays out the content of a box. If a flex or grid container has an auto height and its content is lower than its minimum
 * height, lays out the content again with the minimum height.
 */
function stretchedContent(
  box: BlockBox,
  width: number,
  given: number | null,
  edges: number,
  space: Space,
  place: BlockPlace,
  layout: Layout,
): Content {
  const height = given === null ? null : Math.max(0, given - edges);
  const content = contentOf(box, width, height, place, layout);
  if (height !== null || !(isFlex(box.style.display) || isGrid(box.style.display))) return content;
  const least = boundedHeight(box.style, content.height + edges, space.height, edges) - edges;
  return least > content.height + 0.01 ? contentOf(box, width, least, place, layout) : content;
}

/** Returns the border-box height of a box. If `grows` is true, the given height is only a minimum. */
function usedHeight(
  style: Style,
  given: number | null,
  grows: boolean,
  content: number,
  space: Space,
  edges: number,
): number {
  if (given !== null && !grows) return Math.max(0, given);
  const wanted = Math.max(content, grows ? (given ?? 0) : 0);
  return Math.max(0, boundedHeight(style, wanted, space.height, edges));
}

function heightOf({ style }: BlockBox, space: Space, edges: number): number | null {
  const given = sized(style.height, space.height);
  return given === null
    ? null
    : boundedHeight(style, given + (style.borderBox ? 0 : edges), space.height, edges);
}

function contentOf(
  box: BlockBox,
  width: number,
  height: number | null,
  place: BlockPlace,
  layout: Layout,
): Content {
  const { style } = box;
  if (isTable(box)) return layoutTable(box, width, height, layout);
  if (isFlex(style.display)) return layoutFlex(box, width, height, layout);
  if (isGrid(style.display)) return layoutGrid(box, width, height, layout);
  if (box.inline) {
    const { lines, floats, absolutes, height: used } = layoutLines(box, width, height, place, layout);
    return { children: [...floats.map(asOutOfFlow), ...lines], height: used, flow: "column", absolutes };
  }
  if (style.columnCount > 1) return layoutMulticol(box, width, layout);
  return layoutColumn(box, width, height, place, layout);
}

export function asOutOfFlow(fragment: BoxFragment): BoxFragment {
  fragment.out = true;
  return fragment;
}

function firstBaseline({ children }: BoxFragment): number | null {
  for (const child of children) {
    if (child.kind === "line") return child.y + child.baseline;
    if (child.kind === "box" && !child.out && child.baseline !== null) return child.y + child.baseline;
  }
  return null;
}

function lastBaseline({ children }: BoxFragment): number | null {
  for (let at = children.length - 1; at >= 0; at--) {
    const child = children[at]!;
    if (child.kind === "line") return child.y + child.baseline;
    if (child.kind === "box" && !child.out && child.lastBaseline !== null)
      return child.y + child.lastBaseline;
  }
  return null;
}

function punctuationFirst(marker: string): string {
  const head = trimEndWhile(marker, (sign) => /[.)\s]/.test(sign));
  return [...marker.slice(head.length)].reverse().join("") + head;
}

function markerOf(box: BlockBox, fragment: BoxFragment, layout: Layout): NonNullable<BoxFragment["marker"]> {
  const { style } = box;
  const rtl = style.direction === "rtl";
  const marker = box.marker ?? "";
  // In right-to-left text, the punctuation after a list number is drawn to the left of the number.
  const text = rtl ? punctuationFirst(marker) : marker;
  const width = textWidth(text, style, layout.fonts);
  const gap = /^[\u2022\u25e6\u25aa]$/.test(text) ? style.fontSize * 0.45 : 0;
  return {
    text,
    runs: layout.fonts.runs(text, style),
    x: rtl ? fragment.width + gap : -width - gap,
    width,
    baseline:
      fragment.baseline ??
      fragment.border[0] + fragment.padding[0] + lineExtent(style, layout.fonts.primary(style)).above,
  };
}

/** Lays out an inline block or a float. An auto width shrinks to fit the content. */
function layoutShrinkToFit(box: Layable, width: number, height: number | null, layout: Layout) {
  const space = { width, height };
  const margin: Sides<number> = marginOf(box.style, width);
  return {
    fragment: layoutBox(box, { ...space, fixedWidth: widthOf(box, space, layout, true) }, layout),
    margin,
  };
}

export const layoutAtom = layoutShrinkToFit;

export function layoutFloat(box: Box, width: number, height: number | null, layout: Layout) {
  const block: Layable =
    box.kind === "block" || box.kind === "replaced"
      ? box
      : {
          kind: "block",
          style: box.style,
          element: box.element,
          inline: true,
          marker: null,
          children: [box],
        };
  return layoutShrinkToFit(block, width, height, layout);
}
