import type { Style } from "../css/style";
import { sized } from "./context";

/** How far a box is painted from where it stands. */
export interface Moved {
  x: number;
  y: number;
}

export const unmoved: Moved = { x: 0, y: 0 };

/**
 * How far `position: relative` moves a box in a containing block of that size; everything around it stays where it is
 * (CSS 2.2 §9.4.3).
 */
export function movedBy({ position, inset, direction }: Style, width: number, height: number | null): Moved {
  if (position !== "relative") return unmoved;
  const [top, right, bottom, left] = inset.map((side, index) =>
    sized(side, index % 2 === 0 ? height : width),
  );
  const fromRight = right === null ? null : -right!;
  const x = direction === "rtl" ? (fromRight ?? left ?? 0) : (left ?? fromRight ?? 0);
  const y = top ?? (bottom === null ? 0 : -bottom!);
  return x === 0 && y === 0 ? unmoved : { x, y };
}

export const added = (one: Moved, other: Moved): Moved => ({ x: one.x + other.x, y: one.y + other.y });
