/*
 * Values of the alignment properties (CSS Box Alignment Level 3). Keywords that layout treats in the same way have one value:
 * `flex-end` becomes `end`, and `flex-start` becomes `start`, as do `left` and `right` by the direction of the text. The keywords `safe` and `unsafe` have no
 * effect.
 */

import type { Reader } from "./property";

export type Content =
  | "normal"
  | "stretch"
  | "start"
  | "center"
  | "end"
  | "space-between"
  | "space-around"
  | "space-evenly";

export type Items = "normal" | "stretch" | "start" | "center" | "end" | "baseline";

const positions = {
  start: "start",
  "flex-start": "start",
  center: "center",
  end: "end",
  "flex-end": "end",
} as const;

const sides = { left: "start", right: "end" } as const;

export const contents: Readonly<Record<string, Content>> = {
  ...positions,
  ...sides,
  normal: "normal",
  stretch: "stretch",
  baseline: "start",
  "first baseline": "start",
  "last baseline": "end",
  "space-between": "space-between",
  "space-around": "space-around",
  "space-evenly": "space-evenly",
};

export const items: Readonly<Record<string, Items>> = {
  ...positions,
  ...sides,
  "self-start": "start",
  "self-end": "end",
  normal: "normal",
  stretch: "stretch",
  baseline: "baseline",
  "first baseline": "baseline",
  "last baseline": "end",
  legacy: "normal",
  "legacy left": "start",
  "legacy right": "end",
  "legacy center": "center",
};

/** Returns the reader of an alignment property. */
export const positionOf =
  <T>(known: Readonly<Record<string, T>>): Reader<T> =>
  (value, { direction }) => {
    const name = value
      .toLowerCase()
      .replace(/\s+/g, " ")
      .replace(/^(safe|unsafe) /, "")
      .replace(/\b(left|right)$/, (side) =>
        direction === "ltr" ? side : side === "left" ? "right" : "left",
      );
    return Object.hasOwn(known, name) ? known[name]! : null;
  };

/** Returns true if boxes with an auto size fill the free space with this alignment. */
export const stretches = (alignment: Content | Items) => alignment === "normal" || alignment === "stretch";
