import { Image, Link, Text, View } from "@react-pdf/renderer";
import { isTag, isText, type AnyNode, type Element } from "domhandler";
import { createElement, type ReactElement, type ReactNode } from "react";
import { TemplateError } from "../errors";
import type { StyleSheet } from "../css/cascade";
import { tableOf } from "./table";
import { compute, initial, textStyle, type Computed, type Inherited, type PdfStyle } from "./style";

/*
 * The tree of boxes: blocks become views, what stands in a line becomes one text. Pure but for the warnings it collects.
 */

export interface Build {
  sheet: StyleSheet;
  warnings: Set<string>;
  /** Counts elements, so that a template cannot make more than a page can bear. */
  count: number;
}

type Variables = ReadonlyMap<string, string>;

export interface Frame {
  inherited: Inherited;
  variables: Variables;
  depth: number;
}

const MOST_ELEMENTS = 100_000;
const DEEPEST = 200;

export const isElement = (node: AnyNode): node is Element => isTag(node);

/** An element's computed style, and the frame of its children. */
export function styled(element: Element, frame: Frame, build: Build): { style: Computed; inner: Frame } {
  if ((build.count += 1) > MOST_ELEMENTS) throw new TemplateError("The document has too many elements.");
  if (frame.depth > DEEPEST) throw new TemplateError("The document is nested too deeply.");
  const declarations = build.sheet.of(element);
  const own = [...declarations].filter(([name]) => name.startsWith("--"));
  const variables = own.length === 0 ? frame.variables : new Map([...frame.variables, ...own]);
  const style = compute(declarations, frame.inherited, variables);
  presentational(element, style);
  return { style, inner: { inherited: style.inherited, variables, depth: frame.depth + 1 } };
}

/** Attributes that old templates style with; a style sheet wins over them. */
function presentational({ attribs, name }: Element, { box, inherited }: Computed) {
  const { width, align, bgcolor } = attribs;
  if (width && box["width"] === undefined && /^\d+(%|px)?$/.test(width))
    box["width"] = width.endsWith("%") ? width : Number.parseFloat(width) * 0.75;
  if (align && /^(left|right|center)$/i.test(align) && name !== "table" && name !== "img")
    inherited.textAlign = align.toLowerCase() as "left";
  if (bgcolor && box["backgroundColor"] === undefined && /^#[0-9a-f]{3,6}$/i.test(bgcolor))
    box["backgroundColor"] = bgcolor;
}

const isBlock = (display: string) => !/^inline$|^contents$/.test(display);

/** The content of an element: blocks beside each other, and each run of text between them as one text. */
export function contentOf(nodes: AnyNode[], frame: Frame, build: Build): ReactNode[] {
  const result: ReactNode[] = [];
  let line: ReactNode[] = [];
  let floats: { node: ReactElement; side: "left" | "right" }[] = [];
  const endLine = () => {
    const shown = line.some((part) => typeof part !== "string" || part.trim() !== "");
    if (shown)
      result.push(
        createElement(
          Text,
          { key: result.length, style: textStyle(frame.inherited) },
          ...trimmed(line, frame),
        ),
      );
    line = [];
  };
  const endFloats = () => {
    if (floats.length === 0) return;
    const [left, right] = [
      floats.filter(({ side }) => side === "left"),
      floats.filter(({ side }) => side === "right"),
    ];
    const column = (items: typeof floats, key: string) =>
      createElement(
        View,
        { key, style: { flexDirection: "row", flexGrow: 0, flexShrink: 1 } },
        ...items.map(({ node }) => node),
      );
    result.push(
      createElement(
        View,
        { key: result.length, style: { flexDirection: "row", justifyContent: "space-between" } },
        column(left, "left"),
        column(right.toReversed(), "right"),
      ),
    );
    floats = [];
  };
  let breakNext = false;
  for (const node of nodes) {
    if (isText(node)) {
      line.push(textOf(node.data, frame.inherited));
      continue;
    }
    if (!isElement(node)) continue;
    const { style, inner } = styled(node, frame, build);
    if (style.display === "none") continue;
    if (node.name === "br") line.push("\n");
    else if (style.float !== "none") {
      endLine();
      floats.push({ node: block(node, style, inner, build, floats.length), side: style.float });
    } else if (isBlock(style.display) || node.name === "img" || node.name === "svg") {
      endLine();
      endFloats();
      if (breakNext) style.breakBefore = true;
      breakNext = style.breakAfter;
      result.push(block(node, style, inner, build, result.length));
    } else line.push(inline(node, style, inner, build, line.length));
  }
  endLine();
  endFloats();
  return result;
}

/** Text as it is set: white space folded unless the style keeps it (CSS Text Level 3 §4). */
function textOf(data: string, { whiteSpace, textTransform }: Inherited): string {
  const text = /^pre/.test(whiteSpace) ? data : data.replace(/[ \t\r\n\f]+/g, " ");
  if (textTransform === "uppercase") return text.toUpperCase();
  if (textTransform === "lowercase") return text.toLowerCase();
  if (textTransform === "capitalize")
    return text.replace(
      /(^|\s)(\p{L})/gu,
      (_all, before: string, letter: string) => before + letter.toUpperCase(),
    );
  return text;
}

/** A line without the white space at its ends. */
function trimmed(line: ReactNode[], { inherited }: Frame): ReactNode[] {
  if (/^pre/.test(inherited.whiteSpace)) return line;
  const blank = (part: ReactNode) => typeof part === "string" && part.trim() === "";
  const shown = (part: ReactNode) => !blank(part) || part === "\n";
  const start = line.findIndex(shown);
  const end = line.findLastIndex((part) => !blank(part));
  const parts = line.slice(Math.max(0, start), end + 1);
  const [first, last] = [parts[0], parts.length - 1];
  if (typeof first === "string") parts[0] = first.trimStart();
  const tail = parts[last];
  if (typeof tail === "string") parts[last] = tail.trimEnd();
  return parts;
}

function inline(element: Element, style: Computed, inner: Frame, build: Build, key: number): ReactNode {
  const children: ReactNode[] = element.children.map((child, index) => {
    if (isText(child)) return textOf(child.data, inner.inherited);
    if (!isElement(child)) return null;
    if (child.name === "br") return "\n";
    const nested = styled(child, inner, build);
    return nested.style.display === "none" ? null : inline(child, nested.style, nested.inner, build, index);
  });
  const looks: PdfStyle = { ...textStyle(style.inherited) };
  delete looks["textAlign"];
  delete looks["lineHeight"];
  const background = style.box["backgroundColor"];
  if (background !== undefined) looks["backgroundColor"] = background;
  const href = element.attribs["href"];
  if (element.name === "a" && href && /^(https?:|mailto:|tel:|#)/i.test(href))
    return createElement(Link, { key, src: href, style: looks }, ...children);
  return createElement(Text, { key, style: looks }, ...children);
}

function block(element: Element, style: Computed, inner: Frame, build: Build, key: number): ReactElement {
  const props = { key, break: style.breakBefore, wrap: !style.keepTogether };
  switch (element.name) {
    case "img":
      return image(element, style, build, key);
    case "table":
      return createElement(View, { ...props, style: style.box }, tableOf(element, inner, build));
    case "li":
      return listItem(element, style, inner, build, key);
  }
  if (element.name === "svg") {
    build.warnings.add("svg pictures are left out");
    return createElement(View, { key });
  }
  const flex = style.display.includes("flex");
  const direction = flex ? { flexDirection: style.box["flexDirection"] ?? "row" } : {};
  const inlineBlock = style.display.startsWith("inline-") ? { alignSelf: "flex-start" } : {};
  const children = flex
    ? element.children.flatMap((child, index) => item(child, inner, build, index))
    : contentOf(element.children, inner, build);
  return createElement(
    View,
    { ...props, style: { ...style.box, ...direction, ...inlineBlock } as never },
    ...children,
  );
}

/** An item of a flex container: each element is a box, whatever it says of itself (CSS Flexbox §4). */
function item(node: AnyNode, frame: Frame, build: Build, key: number): ReactNode[] {
  if (isText(node)) return node.data.trim() === "" ? [] : contentOf([node], frame, build);
  if (!isElement(node)) return [];
  const { style, inner } = styled(node, frame, build);
  return style.display === "none" ? [] : [block(node, style, inner, build, key)];
}

function listItem(element: Element, style: Computed, inner: Frame, build: Build, key: number): ReactElement {
  const list = element.parent as Element | null;
  const siblings = (list?.children ?? []).filter((node) => isElement(node) && node.name === "li");
  const start = Number(list?.attribs?.["start"] ?? 1) || 1;
  const number = start + siblings.indexOf(element);
  const kind = style.inherited.listStyle;
  const marker = /none/.test(kind) ? "" : list?.name === "ol" ? `${number}.` : "•";
  return createElement(
    View,
    { key, style: { ...style.box, flexDirection: "row" }, break: style.breakBefore },
    createElement(
      Text,
      { style: { ...textStyle(style.inherited), width: 15, marginLeft: -15, textAlign: "left" } },
      marker,
    ),
    createElement(View, { style: { flex: 1 } }, ...contentOf(element.children, inner, build)),
  );
}

/** Pictures that came with the template: nothing is fetched. */
function image(element: Element, style: Computed, build: Build, key: number): ReactElement {
  const source = element.attribs["src"] ?? "";
  if (!/^data:image\/(png|jpe?g);base64,[A-Za-z0-9+/=\s]+$/i.test(source)) {
    build.warnings.add("a picture that is no data: URI of a PNG or JPEG is left out");
    return createElement(View, { key });
  }
  const height = Number.parseFloat(element.attribs["height"] ?? "");
  const own = Number.isFinite(height) && style.box["height"] === undefined ? { height: height * 0.75 } : {};
  return createElement(Image, {
    key,
    src: source,
    style: { ...style.box, ...own, objectFit: "contain" } as never,
  });
}

export const outermost: Frame = { inherited: initial, variables: new Map(), depth: 0 };
