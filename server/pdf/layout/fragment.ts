import type { BlockBox, ReplacedBox } from "../boxes/box";
import type { Sides } from "../css/values";
import type { Style } from "../css/style";
import type { Run } from "../fonts/library";
import type { Waiting } from "./absolute";
import { sized } from "./context";

/* Fragments, which are the result of layout. Positions are in pixels from the corner of the parent fragment's border box. */

export type Fragment = BoxFragment | LineFragment | InlineFragment | TextFragment;

/** Arrangement of the children of a fragment. The arrangement decides how a page break splits the fragment. */
export type Flow =
  /** The children are below each other. */
  | "column"
  /** The children are beside each other. */
  | "row"
  /** The children are rows of a table. Header rows are repeated on each page. */
  | "table"
  /** The fragment is never split. */
  | "whole";

/** The area that a fragment and its content cover, relative to the corner of the fragment. */
export interface Reach {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

interface Placed {
  x: number;
  y: number;
  width: number;
  height: number;
  /**
   * The area of the content, set after the division into pages. Null if no content overflows, which is the usual case. The
   * field always exists, because adding a field later costs 200 bytes for each fragment.
   */
  reach?: Reach | null | undefined;
}

export interface BoxFragment extends Placed {
  kind: "box";
  box: BlockBox | ReplacedBox;
  style: Style;
  flow: Flow;
  padding: Sides<number>;
  border: Sides<number>;
  children: Fragment[];
  /** Distances from the top of the fragment to the baselines of its first and its last line. */
  baseline: number | null;
  lastBaseline: number | null;
  /**
   * Number of a table row for page breaks. Rows that a cell spans have the same number and stay together. `head` and `foot` are true for
   * header and footer rows, which each page repeats.
   */
  group?: number;
  head?: boolean;
  foot?: boolean;
  /** Heights at the top and at the end of a page that repeated rows take from a table row that continues on other pages. */
  spared?: { above: number; below: number };
  /** Collapsed borders of a table cell. */
  edges?: Style["border"];
  /** True if the fragment contains a forced page break. */
  forces?: boolean | undefined;
  /** Free height in pixels in a table cell that is higher than its content. */
  spare?: number;
  /** True for an out-of-flow fragment: a float or an absolutely positioned box. */
  out?: boolean;
  /**
   * Absolutely positioned boxes that have an outer fragment as containing block. Positions are relative to the corner of this
   * fragment.
   */
  waiting?: Waiting[];
  /** Offset of a box with `position: relative`. Painting adds this offset to the position. */
  moved?: Moved;
  marker?: { text: string; runs: readonly Run[]; x: number; width: number; baseline: number } | null;
}

export interface LineFragment extends Placed {
  kind: "line";
  baseline: number;
  /** Offset of the line's first character in the text of the block. */
  start: number;
  children: Fragment[];
}

/** The part of an inline box that is on one line. Used to paint its background and borders. */
interface InlineFragment extends Placed {
  kind: "inline";
  style: Style;
  border: Sides<number>;
  id: string | null;
}

export interface TextFragment extends Placed {
  kind: "text";
  style: Style;
  /** Distance from the top of the fragment to the baseline. */
  baseline: number;
  runs: { run: Run; x: number; width: number; rtl: boolean }[];
  /** Width in pixels that justification adds to each space. */
  stretch: number;
  href: string | null;
  element: BlockBox["element"];
}

export const zero: Sides<number> = [0, 0, 0, 0];

/** Returns true for an absolutely positioned box whose vertical position is set by `top` or `bottom`. */
export const hasOffset = ({ style }: Pick<BoxFragment, "style">) =>
  style.position === "absolute" && (style.inset[0] !== "auto" || style.inset[2] !== "auto");

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
