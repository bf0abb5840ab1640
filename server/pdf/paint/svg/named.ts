import type { Element, ParentNode } from "domhandler";
import { findAll } from "domutils";
import type { Drawing } from "../../pictures/picture";

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
