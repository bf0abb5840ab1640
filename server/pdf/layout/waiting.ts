import type { Box } from "../boxes/box";
import type { Fragment } from "./fragment";

/*
 * Absolutely positioned boxes that wait for the fragment of their containing block.
 */

export interface Waiting {
  box: Box;
  /** The static position, from the corner of the fragment. */
  x: number;
  y: number;
}

/** Collects the waiting boxes of children. Makes their places relative to the corner of the parent. */
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

/** Returns the waiting boxes of a fragment that only groups others, so that its parent gets them. */
export function passOn(children: readonly Fragment[]): { waiting?: Waiting[] } {
  const waiting = waitingIn(children);
  return waiting.length > 0 ? { waiting } : {};
}
