import type { BoxFragment, Fragment } from "../layout/fragment";
import { boundsOf } from "../paint/transform";

/*
 * A document that is wider than its page is printed smaller, as browsers do: laid out on a page that is larger by what it is
 * too wide, and painted that much smaller.
 */

/** Chromium makes nothing smaller than two thirds; what is wider still is cut off. */
export const MOST = 1.5;
/** In pixels: what is wider by less is so by rounding. */
const SLACK = 1;

/** How many times larger a page has to be for the document to fit, 1 where it does. */
export function shrinkOf(strip: BoxFragment, width: number): number {
  const right = rightOf(strip);
  return right > width + SLACK ? Math.min(MOST, right / width) : 1;
}

/** How far to the right something is painted, from the corner of what it is in; what is clipped does not count. */
function rightOf(fragment: Fragment): number {
  if (fragment.kind === "line") return fragment.x + widest(fragment.children);
  if (fragment.kind !== "box") return fragment.x + fragment.width;
  const { style, width, height, moved } = fragment;
  const inside = style.clip ? width : Math.max(width, widest(fragment.children));
  const x = fragment.x + (moved?.x ?? 0);
  return style.transform === "none"
    ? x + inside
    : x + boundsOf(style, { x: 0, y: 0, width, height }, inside).right;
}

function widest(children: readonly Fragment[]): number {
  let right = 0;
  for (const child of children) right = Math.max(right, rightOf(child));
  return right;
}
