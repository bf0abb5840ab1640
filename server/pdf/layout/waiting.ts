import type { Box } from "../boxes/box";
import type { Fragment } from "./fragment";

/* Absolutely positioned boxes that are not placed yet, because the fragment of their containing block does not exist yet. */

export interface Waiting {
  box: Box;
  /** Static position of the box, relative to the corner of the fragment that stores it. */
  x: number;
  y: number;
}

/** Collects the waiting boxes of child fragments. Converts their positions to the coordinates of the parent. */
export function waitingIn(children: readonly Fragment[]): Waiting[] {
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
