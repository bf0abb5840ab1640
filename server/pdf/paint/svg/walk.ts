import type { Element, ParentNode } from "domhandler";
import type { Style } from "../../css/style";
import type { Library } from "../../fonts/library";
import type { PictureStore, Drawing } from "../../pictures/picture";
import type { Rect } from "../decorations";
import type { Stroke } from "../surface";
import { lengthIn, type SvgStyle, type Properties } from "./style";
import { findAll } from "domutils";

/* State and limits while an SVG drawing is traversed. */

/** Maximum number of elements in one drawing, including referenced elements. Elements after this number are ignored. */
export const MOST_NODES = 5_000;
/** Number of path segments that count as one element towards `MOST_NODES`. */
const SEGMENTS = 200;
/**
 * Weight of elements that tiles and markers repeat. This number of repeated elements counts as one element towards
 * `MOST_NODES`.
 */
const AGAIN = 40;
/** Maximum depth of references. The maximum ends circular references. */
export const MOST_USES = 8;

export interface Around {
  /** Style of the svg element in the document. Null for an SVG file. */
  style: Style | null;
  fonts: Library;
  pictures: PictureStore;
  opacity: number;
}

export interface Count {
  /** Number of elements so far. Path segments count as fractions of an element. */
  nodes: number;
  segments: number;
}

export interface Walk extends Named {
  count: Count;
  around: Around;
  /** Style that the outermost element inherits. Its opacity is 1. */
  begun: SvgStyle;
  depth: number;
  /** Current depth of references by `use`, masks and SVG files. */
  uses: number;
  /** True inside a tile or marker. Tiles and markers inside a tile or marker are ignored. */
  repeated?: boolean;
}

/** Returns the functions that draw the children of an element. */
export type Content = (element: Element, style: SvgStyle, walk: Walk) => Stroke[];

/** Adds the segments of a path to the counted cost. */
export function countPath(path: readonly unknown[], { count }: Walk): void {
  count.nodes += path.length / SEGMENTS;
  count.segments += path.length;
}

/**
 * Returns the cost of drawing the same content once more, in elements. `before` is the count before the content was drawn. Path
 * segments have their full cost, because they are written again. Elements cost much less.
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

/** Returns the element to which `url(#id)` refers. */
export function namedBy(value: string | undefined, { ids }: Named): Element | undefined {
  const [, id] = /^url\(\s*["']?#([^"')]+)(?:["']\s*)?\)/i.exec(value ?? "") ?? [];
  return id === undefined ? undefined : ids.get(id.trim());
}

/* References between SVG elements, for example to gradients and clip paths, or by `use`. */

export interface Named {
  ids: ReadonlyMap<string, Element>;
  declared: Drawing["declared"];
  size: { width: number; height: number };
}

/** Returns the attribute `href` of an element, for example `#id`. */
export const hrefOf = ({ attribs }: Element) => (attribs["href"] ?? attribs["xlink:href"] ?? "").trim();

const idsOf = new WeakMap<ParentNode, ReadonlyMap<string, Element>>();

/**
 * Returns the elements with an id in all svg elements of the document. An element can refer to another svg element, such as a
 * sprite of icons.
 */
export function idsIn(svg: Element): ReadonlyMap<string, Element> {
  let root: ParentNode = svg;
  while (root.parent) root = root.parent;
  let ids = idsOf.get(root);
  if (!ids) {
    const found = new Map<string, Element>();
    for (const drawing of findAll(({ name }) => name === "svg", [root]))
      for (const element of findAll(({ attribs }) => Boolean(attribs["id"]), [drawing]))
        if (!found.has(element.attribs["id"]!)) found.set(element.attribs["id"]!, element);
    idsOf.set(root, (ids = found));
  }
  return ids;
}
