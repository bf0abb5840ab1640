import type { Box } from "../boxes/box";
import { asOutOfFlow, layoutBox, widthOf, type Layable } from "./block";
import { eachSide, type Sides } from "../css/values";
import type { Style } from "../css/style";
import { borderOf, boundedWidth, marginOf, paddingOf, sized, type Layout, type Space } from "./context";
import type { BoxFragment, Fragment } from "./fragment";

/* Layout of absolutely positioned boxes (CSS 2.2 §10.3.7, §10.6.4). */

/**
 * Places the absolutely positioned boxes that have this fragment as containing block. Stores the other boxes in the fragment
 * for an outer fragment.
 */
export function layoutAbsolutes(fragment: BoxFragment, own: Waiting[], layout: Layout): void {
  const all = [...own, ...waitingIn(fragment.children)];
  const { style } = fragment;
  const holds = style.position !== "static" || style.transform !== "none";
  const kept: Waiting[] = [];
  for (const item of all) {
    if (item.box.style.position === "fixed") layout.fixed.push({ box: item.box });
    else if (holds) placeIn(fragment, item, layout);
    else kept.push(item);
  }
  if (kept.length > 0) fragment.waiting = kept;
}

export const asLayable = (box: Box): Layable =>
  box.kind === "block" || box.kind === "replaced"
    ? box
    : { kind: "block", style: box.style, element: box.element, inline: true, marker: null, children: [box] };

/** Places an absolutely positioned box in the padding box of its containing block. */
export function placeIn(holder: BoxFragment, { box, x, y }: Waiting, layout: Layout): void {
  const { border } = holder;
  const area = {
    width: holder.width - border[1] - border[3],
    height: holder.height - border[0] - border[2],
  };
  const fragment = positioned(asLayable(box), area, { x: x - border[3], y: y - border[0] }, layout);
  fragment.x += border[3];
  fragment.y += border[0];
  holder.children.push(asOutOfFlow(fragment));
}

/**
 * Lays out an absolutely positioned box. The offsets of the box refer to `area`. On an axis without offsets, the box keeps its
 * static position `still`.
 */
export function positioned(
  box: Layable,
  area: { width: number; height: number },
  still: { x: number; y: number },
  layout: Layout,
): BoxFragment {
  const { style } = box;
  const offsets = eachSide(style.inset, (side, index) =>
    sized(side, index % 2 === 0 ? area.height : area.width),
  );
  const [top, right, bottom, left] = offsets;
  const margin = marginOf(style, area.width);
  const fragment = layoutBox(box, spaceIn(box, area, offsets, margin, layout), layout);
  fragment.x = placeOn(
    {
      before: left,
      after: right,
      margin: [margin[3], margin[1]],
      auto: isAuto(style, 3) && isAuto(style, 1),
    },
    area.width,
    fragment.width,
    still.x,
  );
  fragment.y = placeOn(
    {
      before: top,
      after: bottom,
      margin: [margin[0], margin[2]],
      auto: isAuto(style, 0) && isAuto(style, 2),
    },
    area.height,
    fragment.height,
    still.y,
  );
  return fragment;
}

const isAuto = ({ margin }: Style, side: 0 | 1 | 2 | 3) => margin[side] === "auto";

/**
 * Returns the space in which a positioned box is laid out. If both offsets of an axis are given, the offsets determine an auto
 * size.
 */
function spaceIn(
  box: Layable,
  area: { width: number; height: number },
  [top, right, bottom, left]: Sides<number | null>,
  margin: Sides<number>,
  layout: Layout,
): Space {
  const { style } = box;
  const padding = paddingOf(style, area.width);
  const border = borderOf(style);
  const edges = padding[1] + padding[3] + border[1] + border[3];
  const space = { width: area.width, height: area.height };
  const within = { ...space, width: area.width - (left ?? 0) - (right ?? 0) };
  const stretched = box.kind === "block" && style.width === "auto" && left !== null && right !== null;
  const width = stretched
    ? boundedWidth(style, area.width - left - right - margin[1] - margin[3], area.width, edges)
    : widthOf(box, within, layout, true);
  const tall = box.kind === "block" && style.height === "auto" && top !== null && bottom !== null;
  return {
    ...space,
    fixedWidth: givenWidth(box, area.width, edges) ?? width,
    ...(tall && { fixedHeight: Math.max(0, area.height - top - bottom - margin[0] - margin[2]) }),
  };
}

/** Offsets and margins of a box on one axis. `auto` is true if both margins are auto. */
interface Axis {
  before: number | null;
  after: number | null;
  margin: readonly [before: number, after: number];
  auto: boolean;
}

/** Returns the position of a box on one axis. */
function placeOn({ before, after, margin, auto }: Axis, room: number, size: number, still: number): number {
  if (before !== null && after !== null && auto) return before + (room - size - before - after) / 2;
  if (before !== null) return before + margin[0];
  if (after !== null) return room - after - margin[1] - size;
  return still + margin[0];
}

/**
 * Returns the specified border-box width of a box. Returns null for an auto width. A percentage refers to the width of the
 * containing block without subtracting the offsets.
 */
function givenWidth(box: Layable, width: number, edges: number): number | null {
  const given = box.kind === "block" ? sized(box.style.width, width) : null;
  return given === null
    ? null
    : boundedWidth(box.style, given + (box.style.borderBox ? 0 : edges), width, edges);
}

/* Absolutely positioned boxes that are not placed yet, because the fragment of their containing block does not exist yet. */

export interface Waiting {
  box: Box;
  /** Static position of the box, relative to the corner of the fragment that stores it. */
  x: number;
  y: number;
}

/** Collects the waiting boxes of child fragments. Converts their positions to the coordinates of the parent. */
function waitingIn(children: readonly Fragment[]): Waiting[] {
  const found: Waiting[] = [];
  const collect = (inner: readonly Fragment[], x: number, y: number) => {
    for (const child of inner)
      if (child.kind === "box")
        for (const item of child.waiting ?? [])
          found.push({ ...item, x: item.x + x + child.x, y: item.y + y + child.y });
      else if (child.kind === "line") collect(child.children, x + child.x, y + child.y);
  };
  collect(children, 0, 0);
  return found;
}

/**
 * Returns the field `waiting` for a fragment that only groups other fragments. The parent of this fragment then gets the
 * waiting boxes.
 */
export function passOn(children: readonly Fragment[]): { waiting?: Waiting[] } {
  const waiting = waitingIn(children);
  return waiting.length > 0 ? { waiting } : {};
}
