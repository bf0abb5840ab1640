import type { BoxFragment, Fragment } from "../layout/fragment";
import { boundsOf } from "../paint/transform";

/*
 * Shrink to fit: a document wider than its page is laid out on a larger page and scaled down, as in browsers.
 */

/** The limit of Chromium is two thirds; wider content is cut off. */
export const MOST = 1.5;
/** Tolerance in pixels. */
const SLACK = 1;

/** Returns the factor by which a page has to be larger; 1 where the content fits. */
export function shrinkOf(strip: BoxFragment, width: number): number {
  const right = rightOf(strip);
  return right > width + SLACK ? Math.min(MOST, right / width) : 1;
}

/** Returns the right edge of visible content, from the corner of its parent. */
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
