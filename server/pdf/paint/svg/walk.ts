import type { Element } from "domhandler";
import type { Style } from "../../css/style";
import type { Library } from "../../fonts/library";
import type { PictureStore } from "../../pictures/picture";
import type { Rect } from "../decorations";
import type { Stroke } from "../surface";
import type { Named } from "./named";
import { lengthIn, type SvgStyle, type Properties } from "./style";

/* State and limits of the traversal of a drawing. */

/**
 * Maximum number of elements of one drawing, including those that it references. Later elements are ignored.
 */
export const MOST_NODES = 5_000;
/** Number of path segments that cost as much as one element. */
const SEGMENTS = 200;
/** Number of repeated elements, in tiles and markers, that cost as much as one element. */
const AGAIN = 40;
/** Maximum depth of references. It ends circular references. */
export const MOST_USES = 8;

export interface Around {
  /** The style of an inline drawing's element; null for a file. */
  style: Style | null;
  fonts: Library;
  pictures: PictureStore;
  opacity: number;
}

export interface Count {
  /** Cost in elements. Path segments count as fractions of an element. */
  nodes: number;
  segments: number;
}

export interface Walk extends Named {
  count: Count;
  around: Around;
  /** The style that the drawing inherits, with full opacity. */
  begun: SvgStyle;
  depth: number;
  /** The depth of references: `use`, masks and files. */
  uses: number;
  /** True within a tile or marker. A tile or marker cannot contain another one. */
  repeated?: boolean;
}

/** Draws the children of an element. */
export type Content = (element: Element, style: SvgStyle, walk: Walk) => Stroke[];

/** Adds the cost of a path's segments. */
export function countPath(path: readonly unknown[], { count }: Walk): void {
  count.nodes += path.length / SEGMENTS;
  count.segments += path.length;
}

/**
 * Returns the cost, in elements, of drawing again the content counted since `before`. Path segments are written each
 * time. Elements cost little.
 */
export function costAgain({ count }: Walk, before: Count): number {
  const segments = (count.segments - before.segments) / SEGMENTS;
  return segments + (count.nodes - before.nodes - segments) / AGAIN;
}

export const placeOf = (properties: Properties, style: SvgStyle, { size }: Walk): Rect => ({
  x: lengthIn(properties.get("x"), style, size.width),
  y: lengthIn(properties.get("y"), style, size.height),
  width: lengthIn(properties.get("width"), style, size.width, size.width),
  height: lengthIn(properties.get("height"), style, size.height, size.height),
});

export const aspectOf = ({ attribs }: Element) =>
  attribs["preserveAspectRatio"] ?? attribs["preserveaspectratio"];

/** Returns the element of a reference `url(#id)`. */
export function namedBy(value: string | undefined, { ids }: Named): Element | undefined {
  const [, id] = /^url\(\s*["']?#([^"')]+)(?:["']\s*)?\)/i.exec(value ?? "") ?? [];
  return id === undefined ? undefined : ids.get(id.trim());
}
