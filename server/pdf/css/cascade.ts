import { selectAll } from "css-select";
import * as csstree from "css-tree";
import type { AnyNode, Document, Element } from "domhandler";

/*
 * Which declarations hold for which element: style elements and attributes, by importance, specificity and order (CSS
 * Cascade Level 4). Media other than print and all are left out.
 */

export type Declarations = Map<string, string>;

interface Declaration {
  property: string;
  value: string;
  /** Importance, origin, specificity and order, compared in this order. */
  weight: [number, number, number, number];
}

export interface StyleSheet {
  of: (element: Element) => Declarations;
  /** Of the @page rule. */
  page: Declarations;
}

const MOST_RULES = 20_000;

/** Specificity as one number: ids, then classes, attributes and pseudo-classes, then types (Selectors Level 4 §17). */
function specificity(selector: csstree.CssNode): number {
  let total = 0;
  csstree.walk(selector, (node) => {
    if (node.type === "IdSelector") total += 1_000_000;
    else if (["ClassSelector", "AttributeSelector", "PseudoClassSelector"].includes(node.type))
      total += 1_000;
    else if (node.type === "TypeSelector" && node.name !== "*") total += 1;
  });
  return total;
}

const printed = (prelude: csstree.CssNode | null) => {
  const media = prelude ? csstree.generate(prelude).toLowerCase() : "";
  return (
    media === "" ||
    /(^|,|\s)(all|print)\b/.test(media) ||
    (!/\b(screen|speech)\b/.test(media) && !/width|height|prefers/.test(media))
  );
};

function declarationsIn(block: csstree.CssNode): { property: string; value: string; important: boolean }[] {
  const found: { property: string; value: string; important: boolean }[] = [];
  csstree.walk(block, {
    visit: "Declaration",
    enter: (node) =>
      void found.push({
        property: node.property.startsWith("--") ? node.property : node.property.toLowerCase(),
        value: csstree.generate(node.value).trim(),
        important: Boolean(node.important),
      }),
  });
  return found;
}

const parseOptions = { parseValue: false, onParseError: () => {} };

/** Reads the sheets and matches their selectors against the document. */
export function createStyleSheet(document: Document, sheets: string[], defaults: string): StyleSheet {
  const matched = new Map<Element, Declaration[]>();
  const page: Declarations = new Map();
  let order = 0;
  let rules = 0;
  const add = (element: Element, declaration: Declaration) => {
    const list = matched.get(element);
    if (list) list.push(declaration);
    else matched.set(element, [declaration]);
  };

  const read = (text: string, origin: number) => {
    const tree = csstree.parse(text, parseOptions);
    const visit = (node: csstree.CssNode) => {
      if (node.type === "StyleSheet" || node.type === "Block") node.children.forEach(visit);
      else if (node.type === "Atrule") {
        const name = node.name.toLowerCase();
        if (name === "page" && node.block)
          for (const { property, value } of declarationsIn(node.block)) page.set(property, value);
        else if (
          node.block &&
          (name === "supports" || name === "layer" || (name === "media" && printed(node.prelude)))
        )
          visit(node.block);
      } else if (node.type === "Rule" && node.prelude.type === "SelectorList") {
        const declarations = declarationsIn(node.block);
        node.prelude.children.forEach((selector) => {
          if ((rules += 1) > MOST_RULES) return;
          const weight = specificity(selector);
          for (const element of elementsOf(document, csstree.generate(selector))) {
            for (const { property, value, important } of declarations)
              add(element, { property, value, weight: [important ? 1 : 0, origin, weight, (order += 1)] });
          }
        });
      }
    };
    visit(tree);
  };
  read(defaults, 0);
  for (const sheet of sheets) read(sheet, 1);

  return {
    page,
    of: (element) => {
      const declarations = [...(matched.get(element) ?? [])];
      const inline = element.attribs["style"];
      if (inline) {
        const block = csstree.parse(inline, { ...parseOptions, context: "declarationList" });
        for (const { property, value, important } of declarationsIn(block))
          declarations.push({ property, value, weight: [important ? 1 : 0, 2, 0, (order += 1)] });
      }
      declarations.sort((one, other) => compare(one.weight, other.weight));
      return new Map(declarations.map(({ property, value }) => [property, value]));
    },
  };
}

function compare(one: number[], other: number[]): number {
  for (const [index, value] of one.entries()) if (value !== other[index]) return value - other[index]!;
  return 0;
}

/** What a selector matches; one that is not understood, or is about a pseudo-element, matches nothing. */
function elementsOf(document: Document, selector: string): Element[] {
  try {
    return selectAll<AnyNode, Element>(selector, document);
  } catch {
    return [];
  }
}
