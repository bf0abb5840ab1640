import type { Box } from "../boxes/box";
import type { Fragment } from "./fragment";

/*
 * Absolute boxes that wait for the box that holds them, which is further out than where they are written.
 */

export interface Waiting {
  box: Box;
  /** Where it would stand in the flow, from the corner of the fragment that it waits in. */
  x: number;
  y: number;
}

/** What waits in these children, from the corner of the fragment that they stand in. */
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

/** For a fragment that only groups others, and so holds nothing: what waits in them waits in it. */
export function stillWaiting(children: readonly Fragment[]): { waiting?: Waiting[] } {
  const waiting = waitingIn(children);
  return waiting.length > 0 ? { waiting } : {};
}
