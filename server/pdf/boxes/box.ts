import type { Element } from "domhandler";
import {
  isInlineLevel as isInline,
  isRoot as establishesContext,
  isTable as isTableDisplay,
} from "../css/display";
import type { Style } from "../css/style";
import type { Picture } from "../pictures/picture";

/*
 * The box tree, which is the input of layout (CSS Display Level 3). Boxes are immutable and have no positions. Therefore, a box
 * can be measured and laid out more than once. The result of layout is a tree of fragments, which have positions.
 */

export type Box = BlockBox | InlineBox | TextBox | ReplacedBox | BreakBox;

interface Common {
  style: Style;
  /** The element that generates the box. Null for anonymous boxes. */
  element: Element | null;
}

/**
 * A box that contains other boxes and has another `display` than `inline`: a block, a flex or grid container, a table or a part
 * of a table.
 */
export interface BlockBox extends Common {
  kind: "block";
  children: Box[];
  /** True if the children are laid out in lines. */
  inline: boolean;
  /** Text of the list marker outside the box. Null if there is no such marker. */
  marker: string | null;
  /** The named strings that are set at the start of the box. */
  strings?: readonly NamedString[];
  /** The style of the first line, if `::first-line` sets one. */
  firstLine?: Style;
}

/**
 * A text that margin boxes of the page can show, for example the current chapter title (CSS Generated Content for Paged Media
 * §1.1).
 */
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
  /** True if the text is a pattern that is repeated to fill its line. */
  isLeader?: boolean;
}

export interface ReplacedBox extends Common {
  kind: "replaced";
  picture: Picture | null;
  /** The text that is shown if the picture is missing. */
  alt: string;
}

interface BreakBox extends Common {
  kind: "break";
}

/** Returns a box whose texts are changed. Returns the same object if no text changes. */
export function withTexts(box: Box, change: (text: string) => string): Box {
  if (box.kind === "text") {
    const text = change(box.text);
    return text === box.text ? box : { ...box, text };
  }
  if (box.kind !== "block" && box.kind !== "inline") return box;
  const children = box.children.map((child) => withTexts(child, change));
  return children.every((child, index) => child === box.children[index]) ? box : { ...box, children };
}

export const isAbsolute = ({ style }: Box) => style.position === "absolute" || style.position === "fixed";
export const isFloating = ({ style }: Box) => style.float !== "none";
export const isOutOfFlow = (box: Box) => isAbsolute(box) || isFloating(box);

/** Returns true for an inline-level box. For an out-of-flow box, only the property `display` decides. */
export function isInlineLevel(box: Box): boolean {
  if (box.kind === "inline" || box.kind === "text" || box.kind === "break") return true;
  return isInline(box.style.display);
}

/**
 * Returns true if the box establishes a block formatting context. In this case, floats and margins of its children do not leave
 * the box (CSS 2.2 §9.4.1).
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
