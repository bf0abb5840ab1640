import type { BlockBox, ReplacedBox } from "../boxes/box";
import type { Sides, Style } from "../css/style";
import type { Run } from "../fonts/library";
import type { Moved } from "./relative";
import type { Waiting } from "./waiting";

/*
 * Where boxes come to stand. Places are in pixels, from the border edge of the fragment that holds it.
 */

export type Fragment = BoxFragment | LineFragment | InlineFragment | TextFragment;

/** How a fragment's children share its height, which tells how a page break goes through it. */
export type Flow =
  /** One below the other. */
  | "column"
  /** Beside each other. */
  | "row"
  /** Rows of a table, with its head repeated. */
  | "table"
  /** Never broken. */
  | "whole";

/** How far a fragment and what is in it reach, from its corner. */
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
   * Worked out once pages are broken; null where nothing reaches out of it, which is nearly everywhere. Boxes and lines are
   * made with the field, because one that is added later costs each of them 200 bytes.
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
  /** From its top to the baseline of its first and of its last line. */
  baseline: number | null;
  lastBaseline: number | null;
  /** Rows of a table that belong together, because a cell goes through them; the head's rows. */
  group?: number;
  head?: boolean;
  foot?: boolean;
  /** Edges of a table's cells that were decided with their neighbours. */
  edges?: Style["border"];
  /** Whether a page has to break somewhere in it. */
  forces?: boolean | undefined;
  /** Of a table's cell: how much of its height is more than its content takes. */
  spare?: number;
  /** Out of the flow: neither pushed by what is before it nor pushing what is after it. */
  out?: boolean;
  /** Absolute boxes whose holder is further out, from this fragment's corner. */
  waiting?: Waiting[];
  /** What `position: relative` adds when it is painted. */
  moved?: Moved;
  marker?: { text: string; runs: readonly Run[]; x: number; width: number; baseline: number } | null;
}

export interface LineFragment extends Placed {
  kind: "line";
  baseline: number;
  /** Where it begins in the text of its block. */
  start: number;
  children: Fragment[];
}

/** An inline box's part of a line: its background and borders. */
export interface InlineFragment extends Placed {
  kind: "inline";
  style: Style;
  border: Sides<number>;
  id: string | null;
}

export interface TextFragment extends Placed {
  kind: "text";
  style: Style;
  /** From the fragment's top. */
  baseline: number;
  runs: { run: Run; x: number; width: number; rtl: boolean }[];
  /** What each space is wider by in a justified line. */
  stretch: number;
  href: string | null;
  element: BlockBox["element"];
}

export const zero: Sides<number> = [0, 0, 0, 0];

/** Whether a box says itself how far from its holder's top or bottom it stands, whatever is pushed there. */
export const isTold = ({ style }: Pick<BoxFragment, "style">) =>
  style.position === "absolute" && (style.inset[0] !== "auto" || style.inset[2] !== "auto");
