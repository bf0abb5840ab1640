import type { Box } from "../boxes/box";
import { asOut, layoutBox, widthOf, type Layable } from "./block";
import { borderOf, boundedWidth, marginOf, paddingOf, sized, type Layout } from "./context";
import type { BoxFragment } from "./fragment";
import { waitingIn, type Waiting } from "./waiting";

/*
 * Boxes that stand where they are told, from the edges of the nearest box that is positioned (CSS 2.2 §10.3.7, §10.6.4).
 */

/** Places what waits for this box; keeps it for an outer one where this is not positioned. */
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

/** Places a box within the padding box of its holder. */
export function placeIn(holder: BoxFragment, { box, x, y }: Waiting, layout: Layout): void {
  const { border } = holder;
  const area = {
    width: holder.width - border[1] - border[3],
    height: holder.height - border[0] - border[2],
  };
  const fragment = positioned(asLayable(box), area, { x: x - border[3], y: y - border[0] }, layout);
  fragment.x += border[3];
  fragment.y += border[0];
  holder.children.push(asOut(fragment));
}

/** A box in an area whose edges its offsets are from. */
export function positioned(
  box: Layable,
  area: { width: number; height: number },
  still: { x: number; y: number },
  layout: Layout,
): BoxFragment {
  const { style } = box;
  const [top, right, bottom, left] = style.inset.map((side, index) =>
    sized(side, index % 2 === 0 ? area.height : area.width),
  );
  const margin = marginOf(style, area.width);
  const space = { width: area.width, height: area.height };
  const stretched = box.kind === "block" && style.width === "auto" && left !== null && right !== null;
  const padding = paddingOf(style, area.width);
  const border = borderOf(style);
  const edges = padding[1] + padding[3] + border[1] + border[3];
  const width = stretched
    ? boundedWidth(style, area.width - left! - right! - margin[1] - margin[3], area.width, edges)
    : widthOf(
        box,
        left !== null || right !== null
          ? { ...space, width: area.width - (left ?? 0) - (right ?? 0) }
          : space,
        layout,
        true,
      );
  const tall = box.kind === "block" && style.height === "auto" && top !== null && bottom !== null;
  const fixedHeight = tall ? Math.max(0, area.height - top! - bottom! - margin[0] - margin[2]) : undefined;
  const fragment = layoutBox(
    box,
    {
      ...space,
      fixedWidth: givenWidth(box, area.width, edges) ?? width,
      ...(fixedHeight !== undefined && { fixedHeight }),
    },
    layout,
  );
  const free = area.width - fragment.width - (left ?? 0) - (right ?? 0);
  if (left !== null && right !== null && style.margin[1] === "auto" && style.margin[3] === "auto")
    fragment.x = left! + free / 2;
  else if (left !== null) fragment.x = left! + margin[3];
  else if (right !== null) fragment.x = area.width - right! - margin[1] - fragment.width;
  else fragment.x = still.x + margin[3];
  const freeDown = area.height - fragment.height - (top ?? 0) - (bottom ?? 0);
  if (top !== null && bottom !== null && style.margin[0] === "auto" && style.margin[2] === "auto")
    fragment.y = top! + freeDown / 2;
  else if (top !== null) fragment.y = top! + margin[0];
  else if (bottom !== null) fragment.y = area.height - bottom! - margin[2] - fragment.height;
  else fragment.y = still.y + margin[0];
  return fragment;
}

/** A percentage counts from the whole area, wherever the box stands in it. */
function givenWidth(box: Layable, width: number, edges: number): number | null {
  const given = box.kind === "block" ? sized(box.style.width, width) : null;
  return given === null
    ? null
    : boundedWidth(box.style, given + (box.style.borderBox ? 0 : edges), width, edges);
}
