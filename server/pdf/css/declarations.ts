import * as csstree from "css-tree";
import { LRUCache } from "lru-cache";
import { longhands } from "./shorthands";
import { unsupportedIn } from "./unsupported";

export interface Declaration {
  property: string;
  value: string;
  important: boolean;
}

/** Returns the declarations of a block in their order. Expands each shorthand that has no var(). */
export function declarationsIn(block: csstree.Block | csstree.DeclarationList): Declaration[] {
  const found: Declaration[] = [];
  block.children.forEach((node) => {
    if (node.type !== "Declaration") return;
    const property = node.property.startsWith("--") ? node.property : node.property.toLowerCase();
    const value = csstree.generate(node.value).trim();
    const important = Boolean(node.important);
    if (value === "" && !property.startsWith("--")) return;
    if (property.startsWith("--") || value.includes("var(")) found.push({ property, value, important });
    else
      for (const [name, part] of longhands(property, value))
        found.push({ property: name, value: part, important });
  });
  return found;
}

interface Inline {
  declarations: Declaration[];
  unsupported: readonly string[];
}

const inline = new LRUCache<string, Inline>({
  max: 2_000,
  maxSize: 1_000_000,
  sizeCalculation: (_inline, text) => text.length + 1,
});

/** Returns the declarations of a style attribute. */
export const readInline = (text: string): Declaration[] => inlineOf(text).declarations;

/** Returns the unsupported properties of a style attribute. */
export const unsupportedInline = (text: string): readonly string[] => inlineOf(text).unsupported;

function inlineOf(text: string): Inline {
  const before = inline.get(text);
  if (before) return before;
  const list = csstree.parse(text, {
    context: "declarationList",
    parseValue: false,
    parseCustomProperty: false,
    onParseError: () => {},
  });
  const declarations = list.type === "DeclarationList" ? declarationsIn(list) : [];
  const found = { declarations, unsupported: unsupportedIn(declarations) };
  inline.set(text, found);
  return found;
}
