import type { Element } from "domhandler";
import { generated, generatedBoxes, MARGIN_FUNCTIONS, withPageFacts, type PageFacts } from "../boxes/content";
import { createCounters } from "../boxes/counters";
import { withTexts, type Box, type BlockBox } from "../boxes/box";
import type { Computer, Styled } from "../css/compute";
import type { Declaration } from "../css/declarations";
import type { PageRule } from "../css/sheet";
import type { Style } from "../css/style";
import { layoutBox } from "../layout/block";
import { marginOf, type Layout } from "../layout/context";
import type { BoxFragment } from "../layout/fragment";
import type { PictureStore } from "../pictures/picture";
import { areaOf, widthsOf, type InArea } from "./margin-areas";
import { keyOf, kindOf, rulesOn, type Paper, type PageKind, type Papers } from "./page-style";

/* Margin boxes of @page, for example with page numbers and titles (CSS Paged Media Level 3 §5). */

/**
 * Returns a box whose placeholders are replaced by the values of the page. Returns the same object if the box has no
 * placeholders.
 */
export const boxOn = (box: Box, facts: PageFacts): Box =>
  withTexts(box, (text) => withPageFacts(text, facts));

export interface MarginBoxes {
  /** Returns the margin boxes of a page. `name` is the page name. */
  on: (page: PageFacts, name: string) => BoxFragment[];
}

type AreaBoxes = InArea[];

/** The style that margin boxes inherit, and the margin boxes that several documents share. */
interface Around {
  root: Styled;
  boxes: Map<string, AreaBoxes>;
}

/**
 * Cache of margin boxes by the style of the html element. Variables and font size of this element can come from the data of a
 * document. Two documents with the same style sheets share an entry only if these values are equal.
 */
const known = new WeakMap<Styled, Around>();

/**
 * Returns the cache entry for the style of the html element. Copies the base style, because computed styles are cached by the
 * parent's style object.
 */
function aroundOf(html: Styled, base: Styled): Around {
  let around = known.get(html);
  if (!around) {
    around = { root: { style: { ...base.style }, variables: html.variables }, boxes: new Map() };
    known.set(html, around);
  }
  return around;
}

/**
 * Returns true if a margin box shows a picture. Documents do not share margin boxes with pictures, because pictures belong to
 * one organization. Tests the computed values, because the address of the picture can come from a variable.
 */
const isPictured = (boxes: AreaBoxes) => boxes.some(({ box }) => box.style.content.includes("url("));

// A margin box has no element. This object replaces the element, and has only the properties that counters read.
const body = { name: "body", attribs: {}, children: [] } as unknown as Element;

export function createMarginBoxes(
  rules: PageRule[],
  { html, base }: { html: Styled; base: Styled },
  computer: Computer,
  pictures: PictureStore,
  layout: Layout,
  papers: Papers,
): MarginBoxes {
  const { root, boxes: shared } = aroundOf(html, base);
  const own = new Map<string, AreaBoxes>();
  const boxesOn = (kind: PageKind, paper: Paper): AreaBoxes => {
    const key = keyOf(kind);
    const holding = rulesOn(rules, kind);
    const around = holding.flatMap(({ declarations }) => declarations);
    const page = computer.styleOf(
      {
        declarations: around.filter(({ property }) => /^(color|font|line-height|letter|text)/.test(property)),
        signature: `@page ${key}`,
      },
      root,
    );
    const found = new Map<string, Declaration[]>();
    for (const { boxes } of holding)
      for (const { name, declarations } of boxes)
        found.set(name, [...(found.get(name) ?? []), ...declarations]);
    return [...found].flatMap(([name, declarations]): AreaBoxes => {
      const area = areaOf(name, paper);
      if (!area || area.width < 1 || area.height < 1) return [];
      const isAligned = declarations.some(({ property }) => property === "text-align");
      const { style } = computer.styleOf({ declarations, signature: `@${name} ${key}` }, page);
      if (/^(none|normal)$/.test(style.content)) return [];
      const own: Style = { ...style, display: "block", ...(!isAligned && { textAlign: area.align }) };
      const parts = generated(style.content, body, createCounters(), pictures, MARGIN_FUNCTIONS);
      const children = generatedBoxes(parts, own);
      return [
        { area, box: { kind: "block", style: own, element: null, inline: true, marker: null, children } },
      ];
    });
  };
  return {
    on: (page, name) => {
      const kind = kindOf(rules, page.number, name);
      const key = keyOf(kind);
      let boxes = shared.get(key) ?? own.get(key);
      if (!boxes) {
        boxes = boxesOn(kind, papers(page.number, name));
        (isPictured(boxes) ? own : shared).set(key, boxes);
      }
      const numbered = boxes.map(({ area, box }) => ({ area, box: boxOn(box, page) as BlockBox }));
      const widths = widthsOf(numbered, layout);
      return numbered.map((one) => placedIn(one, widths.get(one)!, layout));
    },
  };
}

/**
 * Lays out a margin box in its area. Without a specified height, the box is as high as the area. At the top or bottom of a
 * page, a box with a specified height is adjacent to the page content.
 */
function placedIn({ area, box }: InArea, outerWidth: number, layout: Layout): BoxFragment {
  const { style } = box;
  const margin = marginOf(style, area.width);
  const space = { width: area.width, height: area.height };
  const width = Math.max(0, outerWidth - margin[1] - margin[3]);
  const hasHeight = style.height !== "auto";
  // The same box object is used for each page if possible, because fragments are cached by box object.
  const unbound = hasHeight ? { ...box, style: { ...style, height: "auto" as const } } : box;
  const natural = layoutBox(unbound, { ...space, fixedWidth: width }, layout);
  const height = hasHeight
    ? layoutBox(box, { ...space, fixedWidth: width }, layout).height
    : Math.max(natural.height, area.height - margin[0] - margin[2]);
  const free = height - natural.height;
  const vertical = style.verticalAlign;
  const align =
    vertical === "top" || vertical === "middle" || vertical === "bottom" ? vertical : area.upright;
  const down = align === "top" ? 0 : align === "bottom" ? free : free / 2;
  const across = area.align === "center" ? 0.5 : area.align === "right" ? 1 : 0;
  const spare = area.height - height - margin[0] - margin[2];
  const over = area.side === "top" ? spare : area.side === "bottom" ? 0 : spare / 2;
  return {
    ...natural,
    style,
    height,
    x: area.x + (area.width - outerWidth) * across + margin[3],
    y: area.y + over + margin[0],
    children: natural.children.map((child) => ({ ...child, y: child.y + down })),
  };
}
