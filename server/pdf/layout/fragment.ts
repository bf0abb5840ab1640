import type { BlockBox, ReplacedBox } from "../boxes/box";
import type { Sides, Style } from "../css/style";
import type { Run } from "../fonts/library";
import type { Moved } from "./relative";
import type { Waiting } from "./waiting";

/*
 * Laid-out boxes. Places are in pixels from the border edge of the parent fragment.
 */

export type Fragment = BoxFragment | LineFragment | InlineFragment | TextFragment;

/** The arrangement of children, which decides how a page break splits the fragment. */
export type Flow =
  /** Children below each other. */
  | "column"
  /** Children beside each other. */
  | "row"
  /** Rows of a table with a repeated header. */
  | "table"
  /** Never split. */
  | "whole";

/** The area that a fragment and its content cover, from its corner. */
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
   * Set after page breaking; null where no content overflows, which is the usual case. The field always exists,
   * because adding it later costs 200 bytes a fragment.
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
  /** The distance from the top to the baselines of the first and last line. */
  baseline: number | null;
  lastBaseline: number | null;
  /** Rows that a cell connects have the same group. `head` and `foot` are true for repeated rows. */
  group?: number;
  head?: boolean;
  foot?: boolean;
  /** Collapsed borders of a cell. */
  edges?: Style["border"];
  /** True if a forced page break is inside the fragment. */
  forces?: boolean | undefined;
  /** Height in pixels by which a cell exceeds its content. */
  spare?: number;
  /** True for out-of-flow fragments: floats and absolutely positioned boxes. */
  out?: boolean;
  /** Absolutely positioned boxes whose containing block is an outer fragment. Places are relative to this fragment's corner. */
  waiting?: Waiting[];
  /** Offset of `position: relative`. It is added when the fragment is painted. */
  moved?: Moved;
  marker?: { text: string; runs: readonly Run[]; x: number; width: number; baseline: number } | null;
}

export interface LineFragment extends Placed {
  kind: "line";
  baseline: number;
  /** Offset of the first character in the text of the block. */
  start: number;
  children: Fragment[];
}

/** The part of an inline box on one line: its background and borders. */
export interface InlineFragment extends Placed {
  kind: "inline";
  style: Style;
  border: Sides<number>;
  id: string | null;
}

export interface TextFragment extends Placed {
  kind: "text";
  style: Style;
  /** Distance from the top of the fragment. */
  baseline: number;
  runs: { run: Run; x: number; width: number; rtl: boolean }[];
  /** The additional width of each space of a justified line. */
  stretch: number;
  href: string | null;
  element: BlockBox["element"];
}

export const zero: Sides<number> = [0, 0, 0, 0];

/** Returns true where `top` or `bottom` decides the vertical place of an absolutely positioned box. */
export const hasOffset = ({ style }: Pick<BoxFragment, "style">) =>
  style.position === "absolute" && (style.inset[0] !== "auto" || style.inset[2] !== "auto");
