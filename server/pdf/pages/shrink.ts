import type { BoxFragment, Fragment } from "../layout/fragment";
import { boundsOf } from "../paint/transform";

/*
 * Shrinks a document to the page width, as browsers do. A document that is wider than its page is laid out on a larger page and
 * then scaled down.
 */

/** Maximum factor, as in Chromium: content is scaled down to at least two thirds of its size. Wider content is cut off. */
export const MOST = 1.5;
/** Tolerance in pixels when widths are compared. */
const SLACK = 1;

/** Returns the factor by which a page must be larger for its content. Returns 1 if the content fits. */
export function shrinkOf(strip: BoxFragment, width: number): number {
  const right = rightOf(strip);
  return right > width + SLACK ? Math.min(MOST, right / width) : 1;
}

/** Returns the right edge of the visible content of a fragment, relative to the corner of its parent. */
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
