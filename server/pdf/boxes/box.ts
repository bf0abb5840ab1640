import type { Element } from "domhandler";
import {
  isInlineLevel as isInline,
  isRoot as establishesContext,
  isTable as isTableDisplay,
} from "../css/display";
import type { Style } from "../css/style";
import type { Picture } from "../pictures/picture";

/*
 * The box tree, the input of layout (CSS Display Level 3). Boxes are immutable and have no places, so that a box can be
 * measured and laid out more than once. Fragments contain the places.
 */

export type Box = BlockBox | InlineBox | TextBox | ReplacedBox | BreakBox;

interface Common {
  style: Style;
  /** The element that generates the box; null for anonymous boxes. */
  element: Element | null;
}

/** A block container, a flex or grid container, a table or a part of a table, as `display` states. */
export interface BlockBox extends Common {
  kind: "block";
  children: Box[];
  /** True where the children are laid out in lines. */
  inline: boolean;
  /** Text of the list marker, outside the box or at the start of its first line; null for none. */
  marker: string | null;
  /** The named strings that begin at the box. */
  strings?: readonly NamedString[];
  /** The style of the first line, if `::first-line` sets one. */
  firstLine?: Style;
}

/** A named string of a page (CSS Generated Content for Paged Media §1.1). */
export interface NamedString {
  name: string;
  value: string;
}

export interface InlineBox extends Common {
  kind: "inline";
  children: Box[];
}

export interface TextBox extends Common {
  kind: "text";
  text: string;
}

export interface ReplacedBox extends Common {
  kind: "replaced";
  picture: Picture | null;
  /** The text shown instead of a missing picture. */
  alt: string;
}

export interface BreakBox extends Common {
  kind: "break";
}

export const isAbsolute = ({ style }: Box) => style.position === "absolute" || style.position === "fixed";
export const isFloating = ({ style }: Box) => style.float !== "none";
export const isOutOfFlow = (box: Box) => isAbsolute(box) || isFloating(box);

/** Returns true for inline-level boxes. Out-of-flow boxes keep the level of their `display`. */
export function isInlineLevel(box: Box): boolean {
  if (box.kind === "inline" || box.kind === "text" || box.kind === "break") return true;
  return isInline(box.style.display);
}

/**
 * Returns true where the box establishes a block formatting context: floats and margins stay inside (CSS 2.2
 * §9.4.1).
 */
export function isRoot(box: Box): boolean {
  return (
    box.style.clip ||
    isOutOfFlow(box) ||
    box.kind === "replaced" ||
    establishesContext(box.style.display) ||
    box.style.columnCount > 1
  );
}

export const isTable = ({ style }: Box) => isTableDisplay(style.display);
