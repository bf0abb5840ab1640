import type { Element } from "domhandler";
import type { Style } from "../../css/style";
import type { Library } from "../../fonts/library";
import type { PictureStore } from "../../pictures/picture";
import type { Rect } from "../decorations";
import type { Stroke } from "../surface";
import type { Named } from "./named";
import { lengthIn, type SvgStyle, type Told } from "./style";

/*
 * What is known on the way through a drawing, and how far it may go.
 */

/** Elements of a drawing that are looked at, and of all that it shows; what comes after them is left out. */
export const MOST_NODES = 5_000;
/** So many segments of a path count as an element. */
const SEGMENTS = 200;
/** So many elements that are drawn again, in a tile or at a point of a line, count as one. */
const AGAIN = 40;
/** What uses itself never ends. */
export const MOST_USES = 8;

export interface Around {
  /** Of the element that an inline drawing is; null for a file, which knows nothing of what is around it. */
  style: Style | null;
  fonts: Library;
  pictures: PictureStore;
  opacity: number;
}

export interface Count {
  /** Elements, and segments as parts of elements. */
  nodes: number;
  segments: number;
}

export interface Walk extends Named {
  count: Count;
  around: Around;
  /** What the drawing takes over from around it, opaque. */
  begun: SvgStyle;
  depth: number;
  /** How many of what is around are there by being named: uses of elements, masks, and files. */
  uses: number;
  /** Within tiles and markers: those are drawn many times, and have none in them. */
  repeated?: boolean;
}

/** What draws an element's children. */
export type Content = (element: Element, style: SvgStyle, walk: Walk) => Stroke[];

/** Counts the segments of a path. */
export function countPath(path: readonly unknown[], { count }: Walk): void {
  count.nodes += path.length / SEGMENTS;
  count.segments += path.length;
}

/**
 * What it costs, in elements, to draw once more what was counted since `before`: its segments are written each time, while of
 * its elements little is.
 */
export function costAgain({ count }: Walk, before: Count): number {
  const segments = (count.segments - before.segments) / SEGMENTS;
  return segments + (count.nodes - before.nodes - segments) / AGAIN;
}

export const placeOf = (told: Told, style: SvgStyle, { size }: Walk): Rect => ({
  x: lengthIn(told.get("x"), style, size.width),
  y: lengthIn(told.get("y"), style, size.height),
  width: lengthIn(told.get("width"), style, size.width, size.width),
  height: lengthIn(told.get("height"), style, size.height, size.height),
});

export const aspectOf = ({ attribs }: Element) =>
  attribs["preserveAspectRatio"] ?? attribs["preserveaspectratio"];

/** The element that a value names as `url(#id)`. */
export function namedBy(value: string | undefined, { ids }: Named): Element | undefined {
  const [, id] = /^url\(\s*["']?#([^"')]+)(?:["']\s*)?\)/i.exec(value ?? "") ?? [];
  return id === undefined ? undefined : ids.get(id.trim());
}
