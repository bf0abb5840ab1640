import type { CodedText } from "../../kernel/texts/define";
import { pdfWarnings } from "../warnings";
import { compile } from "css-select";
import * as csstree from "css-tree";
import type { AnyNode, Element } from "domhandler";
import { LRUCache } from "lru-cache";
import { weightOf } from "./text-properties";
import { mediaMatches } from "./media";
import { nestedIn } from "./nesting";
import { declarationsIn, readInline, type Declaration } from "./declarations";
import { warnOfUnsupported, warnOfUnsupportedPage } from "./unsupported";
import { unquoted, words } from "./values";

/* Parses style sheets into rules. The result is cached, because it depends only on the text and the page width. */

const PSEUDO_ELEMENTS = ["before", "after", "first-letter", "first-line"] as const;
export type PseudoElement = (typeof PSEUDO_ELEMENTS)[number];

export interface Rule {
  selector: string;
  matches: (element: Element) => boolean;
  /**
   * Key of the rule in an index: `#id`, `.class`, an element name, or `*`. The selector is tested only on elements that have
   * this id, class or name.
   */
  key: string;
  pseudo: PseudoElement | null;
  specificity: number;
  declarations: Declaration[];
}

export interface PageRule {
  /** The page name in the selector of the rule. Empty if the rule applies to all pages. */
  name: string;
  /** Page pseudo-classes of the rule: `first`, `left`, `right`. A page must match all of them. */
  pseudos: readonly string[];
  declarations: Declaration[];
  /** Margin boxes of the rule, such as `bottom-center`. */
  boxes: { name: string; declarations: Declaration[] }[];
}

export interface FontFace {
  family: string;
  /** Range of weights for which the font is used. */
  weights: readonly [number, number];
  italic: boolean;
  source: string;
}

/** A custom property that an @property rule registers (CSS Properties and Values API Level 1). */
export interface Registered {
  name: string;
  inherits: boolean;
  initial: string | null;
}

export interface Sheet {
  rules: Rule[];
  pages: PageRule[];
  fonts: FontFace[];
  properties: Registered[];
  warnings: CodedText[];
}

const MOST_RULES = 20_000;
const DEEPEST = 16;

const OPTIONS = { parseValue: false, parseCustomProperty: false, positions: true, onParseError: () => {} };

/**
 * Cache of parsed sheets. Limited by number of sheets and by total text length, because parsed rules take several times the
 * memory of their text.
 */
const read = new LRUCache<string, Sheet>({
  max: 64,
  maxSize: 2_000_000,
  sizeCalculation: (_sheet, text) => text.length,
});

/** Parses a style sheet for pages of this width in pixels. */
export function readSheet(text: string, pageWidth: number): Sheet {
  const key = `${Math.round(pageWidth)} ${text}`;
  const before = read.get(key);
  if (before) return before;
  const sheet: Sheet = { rules: [], pages: [], fonts: [], properties: [], warnings: [] };
  const tree = csstree.parse(text, OPTIONS);
  visit(tree, { sheet, pageWidth, depth: 0, around: "", source: text });
  read.set(key, sheet);
  return sheet;
}

interface Visit {
  sheet: Sheet;
  pageWidth: number;
  depth: number;
  /** The selector of the enclosing rule. Empty outside nested rules. */
  around: string;
  /** The text to which the source positions of the syntax tree refer. */
  source: string;
}

function visit(node: csstree.CssNode, state: Visit) {
  if (state.depth > DEEPEST) return;
  const inner = { ...state, depth: state.depth + 1 };
  if (node.type === "StyleSheet" || node.type === "Block")
    node.children.forEach((child) => visit(child, inner));
  else if (node.type === "Atrule") atRule(node, inner);
  else if (node.type === "Rule") rule(node, inner);
}

function atRule(node: csstree.Atrule, state: Visit) {
  const prelude = node.prelude ? csstree.generate(node.prelude) : "";
  switch (node.name.toLowerCase()) {
    case "media":
      if (node.block && mediaMatches(prelude, state.pageWidth)) visit(node.block, state);
      return;
    case "supports":
      if (node.block && !/^\s*not\b/i.test(prelude)) visit(node.block, state);
      return;
    case "layer":
    case "container":
      if (node.block) visit(node.block, state);
      return;
    case "page":
      if (node.block) state.sheet.pages.push(...pageRules(prelude, node.block, state.sheet.warnings));
      return;
    case "font-face":
      if (node.block) fontFace(node.block, state.sheet);
      return;
    case "property":
      if (node.block) property(prelude, node.block, state.sheet);
      return;
    case "import":
      state.sheet.warnings.push(pdfWarnings.import_left_out());
  }
}

/** Returns one page rule for each selector of an @page rule. */
function pageRules(prelude: string, block: csstree.Block, warnings: CodedText[]): PageRule[] {
  const boxes: PageRule["boxes"] = [];
  block.children.forEach((child) => {
    if (child.type !== "Atrule" || !child.block) return;
    const name = child.name.toLowerCase();
    const inBox = declarationsIn(child.block);
    boxes.push({ name, declarations: inBox });
    warnOfUnsupported(`@${name}`, inBox, warnings, true);
  });
  const declarations = declarationsIn(block);
  return prelude.split(",").map((selector) => {
    const [name = "", ...pseudos] = selector.split(":").map((part) => part.trim());
    const kinds = pseudos.map((pseudo) => pseudo.toLowerCase());
    warnOfUnsupportedPage(selector, kinds, declarations, warnings);
    return { name, pseudos: kinds, declarations, boxes };
  });
}

function fontFace(block: csstree.Block, sheet: Sheet) {
  const found = new Map(declarationsIn(block).map(({ property, value }) => [property, value]));
  const family = unquoted(found.get("font-family") ?? "");
  const source = /url\(\s*["']?(data:[^"'()]+)(?:["']\s*)?\)/i.exec(found.get("src") ?? "")?.[1]?.trim();
  if (!family) return;
  if (!source) {
    sheet.warnings.push(pdfWarnings.font_face_left_out({ family: family.slice(0, 50) }));
    return;
  }
  sheet.fonts.push({
    family: family.toLowerCase(),
    weights: weightsOf(found.get("font-weight") ?? "normal"),
    italic: /italic|oblique/.test(found.get("font-style") ?? ""),
    source,
  });
}

function property(prelude: string, block: csstree.Block, sheet: Sheet) {
  const name = prelude.trim();
  const found = new Map(declarationsIn(block).map((one) => [one.property, one.value]));
  if (name.startsWith("--"))
    sheet.properties.push({
      name,
      inherits: found.get("inherits") !== "false",
      initial: found.get("initial-value") ?? null,
    });
}

function weightsOf(text: string): FontFace["weights"] {
  const [least = 400, most = least] = words(text).map((word) => weightOf(word) ?? 400);
  return [Math.min(least, most), Math.max(least, most)];
}

function rule(node: csstree.Rule, state: Visit) {
  if (node.prelude.type !== "SelectorList") return;
  const nested = nestedIn(node.block, state.source);
  const declarations = nested ? readInline(nested.declarations) : declarationsIn(node.block);
  node.prelude.children.forEach((selector) => {
    const own = csstree.generate(selector);
    const inner = own.includes("&")
      ? own.replaceAll("&", `:is(${state.around})`)
      : `:is(${state.around}) ${own}`;
    const text = state.around ? inner : own;
    const tree = state.around ? parsedSelector(text) : selector;
    if (tree && state.sheet.rules.length < MOST_RULES) add(tree, declarations, state.sheet);
    if (nested && state.depth < DEEPEST)
      visit(csstree.parse(nested.rules, OPTIONS), {
        ...state,
        depth: state.depth + 1,
        around: text,
        source: nested.rules,
      });
  });
}

function parsedSelector(text: string): csstree.CssNode | null {
  try {
    return csstree.parse(text, { context: "selector" });
  } catch {
    return null;
  }
}

function add(selector: csstree.CssNode, declarations: Declaration[], sheet: Sheet) {
  if (selector.type !== "Selector" || declarations.length === 0) return;
  const pseudo = pseudoElementOf(selector);
  if (pseudo === "other") {
    const text = csstree.generate(selector);
    if (/::marker\b/i.test(text)) sheet.warnings.push(pdfWarnings.left_out({ name: text.slice(0, 80) }));
    return;
  }
  // Interactive states never match on paper. Shadow hosts never match, because the document has no shadow trees.
  if (selector.children.some((part) => part.type === "PseudoClassSelector" && NEVER_MATCHING.test(part.name)))
    return;
  const parts = selector.children.toArray().filter((part) => !isPseudoElement(part));
  const last = parts.findLastIndex(({ type }) => type === "Combinator");
  const bare = parts.slice(last + 1);
  const text = parts.map((part) => csstree.generate(part)).join("") + (bare.length === 0 ? "*" : "");
  try {
    const matches = compile<AnyNode, Element>(text);
    const weight = specificity(selector) + (pseudo ? 1 : 0);
    warnOfUnsupported(text, declarations, sheet.warnings);
    sheet.rules.push({
      selector: text,
      matches,
      key: keyOf(bare),
      pseudo,
      specificity: weight,
      declarations,
    });
  } catch {
    // Rules for `::placeholder` are ignored without a warning.
    if (!text.includes("::placeholder"))
      sheet.warnings.push(pdfWarnings.selector_unknown({ selector: text.slice(0, 80) }));
  }
}

const NEVER_MATCHING =
  /^(hover|active|focus|focus-visible|focus-within|visited|target|host|host-context|-moz-.*|-webkit-.*)$/i;

const isPseudoElement = (
  part: csstree.CssNode,
): part is csstree.PseudoElementSelector | csstree.PseudoClassSelector =>
  part.type === "PseudoElementSelector" ||
  (part.type === "PseudoClassSelector" && /^(before|after|first-line|first-letter)$/i.test(part.name));

function pseudoElementOf(selector: csstree.Selector): PseudoElement | "other" | null {
  const part = selector.children.toArray().find(isPseudoElement);
  if (!part) return null;
  const name = part.name.toLowerCase();
  return PSEUDO_ELEMENTS.find((one) => one === name) ?? "other";
}

function keyOf(bare: csstree.CssNode[]): string {
  let key = "*";
  for (const part of bare) {
    // The syntax tree contains names with their escapes, for example `md\:flex`.
    if (part.type === "IdSelector") return `#${csstree.ident.decode(part.name)}`;
    if (part.type === "ClassSelector" && !key.startsWith(".")) key = `.${csstree.ident.decode(part.name)}`;
    else if (part.type === "TypeSelector" && key === "*") key = part.name.toLowerCase();
  }
  return key;
}

/**
 * Returns the specificity of a selector as one number. Ids count most, then classes, attributes and pseudo-classes, then types
 * (Selectors Level 4 §17).
 */
function specificity(node: csstree.CssNode): number {
  if (node.type === "IdSelector") return 1_000_000;
  if (node.type === "ClassSelector" || node.type === "AttributeSelector") return 1_000;
  if (node.type === "TypeSelector") return node.name === "*" ? 0 : 1;
  if (node.type === "PseudoClassSelector") {
    const name = node.name.toLowerCase();
    if (/^(where|before|after|first-line|first-letter)$/.test(name)) return 0;
    if (name === "is" || name === "not" || name === "has")
      return Math.max(0, ...(node.children?.toArray() ?? []).map(specificity));
    return 1_000;
  }
  if (node.type === "SelectorList") return Math.max(0, ...node.children.toArray().map(specificity));
  if (node.type === "Selector")
    return node.children.toArray().reduce((sum, part) => sum + specificity(part), 0);
  return 0;
}
