import type { Element } from "domhandler";
import { isInlineLevel as isInline, isRoot as establishesContext, isTable as isTableDisplay } from "../css/display";
import type { Style } from "../css/style";
import type { Picture } from "../pictures/picture";

/*
 * What is laid out: the document as boxes (CSS Display Level 3). Boxes never change once they are built; where they come to
 * stand is told by fragments, so that the same box can be measured and laid out again.
 */

export type Box = BlockBox | InlineBox | TextBox | ReplacedBox | BreakBox;

interface Common {
  style: Style;
  /** What made it; null for boxes that only the rules of CSS ask for. */
  element: Element | null;
}

/** A block container, flex or grid container, table or one of a table's parts; `display` tells which. */
export interface BlockBox extends Common {
  kind: "block";
  children: Box[];
  /** Whether its children stand in lines. */
  inline: boolean;
  /** The list marker, outside or at the start of the first line. */
  marker: string | null;
  /** What pages may be called by from where it begins. */
  strings?: readonly NamedString[];
  /** What its first line is styled by, where that is told apart. */
  firstLine?: Style;
}

/** A text that margin boxes name (CSS Generated Content for Paged Media §1.1). */
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
  /** What is shown where there is no picture. */
  alt: string;
}

export interface BreakBox extends Common {
  kind: "break";
}

export const isAbsolute = ({ style }: Box) => style.position === "absolute" || style.position === "fixed";
export const isFloating = ({ style }: Box) => style.float !== "none";
export const isOutOfFlow = (box: Box) => isAbsolute(box) || isFloating(box);

/** Whether a box stands in a line; what is out of the flow goes wherever it is found. */
export function isInlineLevel(box: Box): boolean {
  if (box.kind === "inline" || box.kind === "text" || box.kind === "break") return true;
  return isInline(box.style.display);
}

/** Whether nothing outside a box can reach into it: floats stay in, margins do not collapse through (CSS 2.2 §9.4.1). */
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
