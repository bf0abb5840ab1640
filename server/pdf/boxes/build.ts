import { isTag, isText, type AnyNode, type Element } from "domhandler";
import { findAll } from "domutils";
import type { Cascade, Matched } from "../css/cascade";
import type { Computer, Styled } from "../css/compute";
import { isFlex, isGrid, isRowGroup, isTable, keepsLines, type Display } from "../css/display";
import { inheritedStyle, type Style } from "../css/style";
import { TemplateError, pdfRefusals } from "../errors";
import type { PictureStore } from "../pictures/picture";
import {
  isFloating,
  isInlineLevel,
  isOutOfFlow,
  type BlockBox,
  type Box,
  type InlineBox,
  type NamedString,
} from "./box";
import { elementFunctions, generated, generatedBoxes, markerOf, stringsOf, textStyleOf } from "./content";
import { arrowOf, controlOf, fieldText } from "./controls";
import { createCounters, type Counters } from "./counters";
import { withFirstLetter, withFirstLine } from "./firsts";
import { hintsOf } from "./hints";
import { tableChildren, wrapStrayCells } from "./table-fixup";

/*
 * Builds the box tree. Computes the style of each element, adds the generated content before and after the element, and adds
 * anonymous boxes (CSS 2.2 §9.2).
 */

export interface Build {
  cascade: Cascade;
  computer: Computer;
  pictures: PictureStore;
  counters: Counters;
  count: number;
  /** Named strings of inline elements. The enclosing block box takes these strings. */
  strings: NamedString[];
  /** True if an element of the document sets a named string. */
  named: boolean;
  /** Link targets whose page numbers the document shows. */
  readonly counted: Set<string>;
}

const MOST_ELEMENTS = 150_000;
const DEEPEST = 250;

export const createBuild = (
  parts: Omit<Build, "counters" | "count" | "strings" | "named" | "counted">,
): Build => ({
  ...parts,
  counters: createCounters(),
  count: 0,
  strings: [],
  named: false,
  counted: new Set(),
});

export function styleOf(element: Element, parent: Styled, build: Build, isRoot = false): Styled {
  if ((build.count += 1) > MOST_ELEMENTS) throw new TemplateError(pdfRefusals.too_many_elements());
  return build.computer.styleOf(build.cascade.of(element, hintsOf(element)), parent, isRoot);
}

/** Returns the boxes of an element. Returns no boxes for `display: none`. */
export function boxesOf(element: Element, parent: Styled, build: Build, depth: number): Box[] {
  if (depth > DEEPEST) throw new TemplateError(pdfRefusals.document_nested_too_deeply());
  const styled = styleOf(element, parent, build, depth === 0);
  const { style } = styled;
  if (style.display === "none") return [];
  if (element.name === "br") return [{ kind: "break", style, element }];
  const leave = build.counters.enter(element, style);
  const before = build.strings.length;
  try {
    const set = stringsOf(style, element, build.counters, build.pictures);
    if (style.display === "contents") return beginning(childBoxes(element, styled, build, depth), set, build);
    build.strings.push(...set);
    const replaced = replacedOf(element, styled, build);
    if (replaced) return [replaced];
    const marked = style.display === "list-item" ? markerOf(style, build.counters) : null;
    const inside: Box[] =
      marked !== null && style.listInside
        ? [{ kind: "text", style: textStyleOf(style), element: null, text: `${marked.trimEnd()}\u00a0` }]
        : [];
    const marker = style.listInside ? null : marked;
    const children = [
      ...inside,
      ...withFirstLetter(element, childBoxes(element, styled, build, depth), styled, build),
    ];
    if (style.display === "inline") return splitInline({ kind: "inline", style, element, children });
    const block = withFirstLine(element, createBlock(element, style, children, marker), styled, build);
    const strings = build.strings.splice(before);
    if (strings.length === 0) return [block];
    build.named = true;
    return [{ ...block, strings }];
  } finally {
    leave();
  }
}

/**
 * Adds the named strings `set` of an element with `display: contents`. If the first of `boxes` is a block, adds the strings to
 * this block. Otherwise, adds the strings to the enclosing block.
 */
function beginning(boxes: Box[], set: readonly NamedString[], build: Build): Box[] {
  if (set.length === 0) return boxes;
  const at = boxes.findIndex((box) => !isOutOfFlow(box) && !isBlank(box));
  const first = boxes[at];
  if (first?.kind !== "block" || isInlineLevel(first)) {
    build.strings.push(...set);
    return boxes;
  }
  build.named = true;
  return boxes.with(at, { ...first, strings: [...set, ...(first.strings ?? [])] });
}

function replacedOf(element: Element, styled: Styled, build: Build): Box | null {
  const { name, attribs } = element;
  const { style } = styled;
  if (name === "img") {
    const picture = build.pictures.fromSource(attribs["src"] ?? "", "img");
    const alt = attribs["alt"] ?? "";
    if (!picture && alt) {
      const text: Box = { kind: "text", style: inheritedStyle(style), element, text: alt };
      const sized = style.width !== "auto" || style.height !== "auto";
      return style.display === "inline" && !sized
        ? { kind: "inline", style, element, children: [text] }
        : createBlock(
            element,
            style.display === "inline" ? { ...style, display: "inline-block", clip: true } : style,
            [text],
            null,
          );
    }
    return { kind: "replaced", style, element, picture, alt };
  }
  if (name === "svg") {
    const { cascade, computer, pictures } = build;
    const picture = pictures.fromElement(element, (part) => computer.declared(cascade.of(part, []), styled));
    return { kind: "replaced", style, element, picture, alt: "" };
  }
  const control = controlOf(element, style, build.pictures);
  return control && !hasNoAppearance(element, styled, build)
    ? { kind: "replaced", element, alt: "", ...control }
    : null;
}

/** Returns true if a style sheet turns off the native drawing of a control (`appearance: none`). */
function hasNoAppearance(element: Element, styled: Styled, { cascade, computer }: Build): boolean {
  const declared = computer.declared(cascade.of(element, []), styled);
  return ["appearance", "-webkit-appearance", "-moz-appearance"].some(
    (name) => declared.get(name) === "none",
  );
}

/** The colour of placeholder texts. */
const HINT = { red: 117, green: 117, blue: 117, alpha: 1 };

function childBoxes(element: Element, styled: Styled, build: Build, depth: number): Box[] {
  const boxes = pseudo(element, "before", styled, build);
  const field = fieldText(element);
  if (field) {
    const style = inheritedStyle(styled.style);
    if (field.hint) style.color = HINT;
    boxes.push({ kind: "text", style, element, text: field.text });
  }
  for (const node of shownOf(element)) boxes.push(...nodeBoxes(node, styled, build, depth + 1));
  if (
    element.name === "select" &&
    !("multiple" in element.attribs) &&
    !hasNoAppearance(element, styled, build)
  )
    boxes.push({
      kind: "replaced",
      style: { ...inheritedStyle(styled.style), display: "inline", verticalAlign: "middle" },
      element: null,
      picture: arrowOf(build.pictures),
      alt: "",
    });
  boxes.push(...pseudo(element, "after", styled, build));
  return boxes;
}

/**
 * Returns the child nodes that generate boxes.
 *
 * - A drop-down list has only its chosen option.
 * - Closed details have only their summary.
 * - Progress bars and meters have no children.
 */
function shownOf({ name, attribs, children }: Element): AnyNode[] {
  if (name === "progress" || name === "meter") return [];
  if (name === "select" && !("multiple" in attribs)) {
    const options = findAll((one) => one.name === "option", children);
    const chosen = options.find((one) => "selected" in one.attribs) ?? options[0];
    return chosen ? [chosen] : [];
  }
  return name === "details" && !("open" in attribs)
    ? children.filter((child) => isTag(child) && child.name === "summary").slice(0, 1)
    : children;
}

function nodeBoxes(node: AnyNode, styled: Styled, build: Build, depth: number): Box[] {
  if (isText(node)) {
    if (node.data === "") return [];
    return [{ kind: "text", style: textStyleOf(styled.style), element: null, text: node.data }];
  }
  return isTag(node) ? boxesOf(node, styled, build, depth) : [];
}

function pseudo(element: Element, which: "before" | "after", parent: Styled, build: Build): Box[] {
  const matched: Matched | null = build.cascade.pseudo(element, which);
  if (!matched) return [];
  const { style } = build.computer.styleOf(matched, parent);
  if (style.display === "none" || /^(none|normal)$/.test(style.content)) return [];
  const { counters, pictures, counted } = build;
  const leave = counters.enter(element, style, true);
  const parts = generated(style.content, element, counters, pictures, elementFunctions(element, counted));
  const children = generatedBoxes(parts, style);
  leave();
  return style.display === "inline"
    ? [{ kind: "inline", style, element: null, children }]
    : [createBlock(null, style, children, null)];
}

/** Splits an inline box at each block-level box in it (CSS 2.2 §9.2.1.1). */
function splitInline(box: InlineBox): Box[] {
  const breaks = (child: Box) => !isInlineLevel(child) && !isOutOfFlow(child);
  if (!box.children.some(breaks)) return [box];
  const parts: Box[] = [];
  let run: Box[] = [];
  const end = () => {
    if (run.length > 0) parts.push({ ...box, children: run });
    run = [];
  };
  for (const child of box.children) {
    if (breaks(child)) {
      end();
      parts.push(child);
    } else run.push(child);
  }
  end();
  return parts;
}

/**
 * Creates a block box. If there are inline-level and block-level children, wraps the inline-level children in anonymous blocks.
 */
export function createBlock(
  element: Element | null,
  style: Style,
  children: Box[],
  marker: string | null,
): BlockBox {
  const { display } = style;
  if (isTable(display) || isRowGroup(display) || display === "table-row")
    return { kind: "block", style, element, inline: false, marker, children: tableChildren(children, style) };
  if (display === "table-column-group") {
    const columns = children.filter((child) => child.style.display === "table-column");
    return { kind: "block", style, element, inline: false, marker, children: columns };
  }
  const whole = wrapStrayCells(children, style);
  if (isFlex(display) || isGrid(display))
    return { kind: "block", style, element, inline: false, marker, children: items(whole, style) };
  const hasBlock = whole.some((child) => !isInlineLevel(child) && !isOutOfFlow(child));
  const hasLine = whole.some((child) => isInlineLevel(child) && !isOutOfFlow(child) && !isBlank(child));
  if (!hasBlock && (hasLine || marker !== null))
    return { kind: "block", style, element, inline: true, marker, children: whole };
  return { kind: "block", style, element, inline: false, marker, children: wrapLines(whole, style) };
}

export const isBlank = (box: Box): boolean =>
  (box.kind === "text" && !keepsLines(box.style.whiteSpace) && /^[ \t\r\n\f]*$/.test(box.text)) ||
  (box.kind === "inline" && box.children.length > 0 && box.children.every(isBlank) && isPlain(box.style));

const isPlain = ({ padding, border }: Style) =>
  padding.every((side) => side === 0) && border.every(({ width }) => width === 0);

const wrappers = new WeakMap<Style, Style>();

/** Returns the style of an anonymous box: the inherited values of the parent and `display`. */
export function anonymous(style: Style, display: Display = "block"): Style {
  if (display !== "block") return { ...inheritedStyle(style), display, decorations: [] };
  let found = wrappers.get(style);
  if (!found) wrappers.set(style, (found = { ...inheritedStyle(style), display: "block" }));
  return found;
}

function wrapLines(children: Box[], style: Style): Box[] {
  const result: Box[] = [];
  let run: Box[] = [];
  const end = () => {
    if (run.some((box) => !isOutOfFlow(box) && !isBlank(box)))
      result.push({
        kind: "block",
        style: anonymous(style),
        element: null,
        inline: true,
        marker: null,
        children: run,
      });
    else result.push(...run.filter(isOutOfFlow));
    run = [];
  };
  for (const child of children) {
    if (
      isInlineLevel(child) ||
      (isOutOfFlow(child) && run.length > 0) ||
      (isFloating(child) && run.length > 0)
    )
      run.push(child);
    else {
      end();
      result.push(child);
    }
  }
  end();
  return result;
}

/** Returns the items of a flex or grid container. Each sequence of text becomes one item (CSS Flexbox §4). */
function items(children: Box[], style: Style): Box[] {
  const result: Box[] = [];
  let run: Box[] = [];
  const end = () => {
    if (run.some((box) => !isBlank(box)))
      result.push({
        kind: "block",
        style: anonymous(style),
        element: null,
        inline: true,
        marker: null,
        children: run,
      });
    run = [];
  };
  for (const child of children) {
    if (child.kind === "text" || child.kind === "break") run.push(child);
    else {
      end();
      result.push(child.kind === "inline" ? { ...child, kind: "block", inline: true, marker: null } : child);
    }
  }
  end();
  return result;
}
