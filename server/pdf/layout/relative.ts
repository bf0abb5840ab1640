import type { Style } from "../css/style";
import { sized } from "./context";

/** Offset in pixels of a box with `position: relative`. */
export interface Moved {
  x: number;
  y: number;
}

export const noOffset: Moved = { x: 0, y: 0 };

/**
 * Returns the offset of a box with `position: relative`. The parameters are the size of the containing block (CSS 2.2 §9.4.3).
 */
export function relativeOffset(
  { position, inset, direction }: Style,
  width: number,
  height: number | null,
): Moved {
  if (position !== "relative") return noOffset;
  const [top, right, bottom, left] = inset.map((side, index) =>
    sized(side, index % 2 === 0 ? height : width),
  );
  const fromRight = right === null ? null : -right!;
  const x = direction === "rtl" ? (fromRight ?? left ?? 0) : (left ?? fromRight ?? 0);
  const y = top ?? (bottom === null ? 0 : -bottom!);
  return x === 0 && y === 0 ? noOffset : { x, y };
}

export const added = (one: Moved, other: Moved): Moved => ({ x: one.x + other.x, y: one.y + other.y });
