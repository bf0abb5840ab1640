import type { Element } from "domhandler";
import { createCounters, generated, MARGIN_FUNCTIONS, withFacts, type PageFacts } from "../boxes/content";
import type { Box, BlockBox } from "../boxes/box";
import type { Computer, Styled } from "../css/compute";
import type { Declaration } from "../css/declarations";
import type { PageRule } from "../css/sheet";
import { inheriting } from "../css/style";
import { layoutBox } from "../layout/block";
import { sized, type Layout } from "../layout/context";
import type { BoxFragment } from "../layout/fragment";
import type { PictureStore } from "../pictures/picture";
import { keyOf, kindOf, rulesOn, type Paper, type PageKind, type Papers } from "./page-style";

/*
 * What @page puts into the margins: page numbers, titles (CSS Paged Media Level 3 §5).
 */

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
  align: "left" | "center" | "right";
}

function areaOf(name: string, { width, height, margin }: Paper): Area | null {
  const [top, right, bottom, left] = margin;
  const inner = width - left - right;
  const [, side, part = ""] = /^(top|bottom|left|right)-(.+)$/.exec(name) ?? [];
  if (side === "top" || side === "bottom") {
    const [y, tall] = side === "top" ? [0, top] : [height - bottom, bottom];
    if (part === "left-corner") return { x: 0, y, width: left, height: tall, align: "center" };
    if (part === "right-corner") return { x: width - right, y, width: right, height: tall, align: "center" };
    return /^(left|center|right)$/.test(part)
      ? { x: left, y, width: inner, height: tall, align: part as Area["align"] }
      : null;
  }
  if (side === "left" || side === "right") {
    const third = (height - top - bottom) / 3;
    const index = ["top", "middle", "bottom"].indexOf(part);
    if (index < 0) return null;
    const [x, wide] = side === "left" ? [0, left] : [width - right, right];
    return { x, y: top + third * index, width: wide, height: third, align: "center" };
  }
  return null;
}

/** A box with the numbers of its page and of all pages in it, and the page's strings; itself where it has none. */
export function boxOn(box: Box, facts: PageFacts): Box {
  if (box.kind === "text") {
    const text = withFacts(box.text, facts);
    return text === box.text ? box : { ...box, text };
  }
  if (box.kind !== "block" && box.kind !== "inline") return box;
  const children = box.children.map((child) => boxOn(child, facts));
  return children.every((child, index) => child === box.children[index]) ? box : { ...box, children };
}

export interface MarginBoxes {
  /** Those of a page of that name. */
  on: (page: PageFacts, name: string) => BoxFragment[];
}

type AreaBoxes = { area: Area; box: BlockBox }[];

/** What margin boxes inherit from, and those that are the same wherever they are shown. */
interface Around {
  root: Styled;
  boxes: Map<string, AreaBoxes>;
}

/**
 * By the html element as it is styled, which documents of the same sheets share only where it says the same: its variables and
 * its size of text, which rem means, may come from one document's data.
 */
const known = new WeakMap<Styled, Around>();

/** The root is an object of its own, because styles are remembered by the one that they inherit from. */
function aroundOf(html: Styled, base: Styled): Around {
  let around = known.get(html);
  if (!around) {
    around = { root: { style: { ...base.style }, variables: html.variables }, boxes: new Map() };
    known.set(html, around);
  }
  return around;
}

/** Whether boxes show pictures, which each organization names for itself; asked of what variables came to. */
const isPictured = (boxes: AreaBoxes) => boxes.some(({ box }) => box.style.content.includes("url("));

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
      const said = declarations.some(({ property }) => property === "text-align");
      const { style } = computer.styleOf({ declarations, signature: `@${name} ${key}` }, page);
      if (/^(none|normal)$/.test(style.content)) return [];
      const own = { ...style, display: "block", ...(!said && { textAlign: area.align }) };
      const children = generated(style.content, body, createCounters(), pictures, MARGIN_FUNCTIONS).map(
        (part): Box =>
          typeof part === "string"
            ? { kind: "text", style: inheriting(own), element: null, text: part }
            : { kind: "replaced", style: inheriting(own), element: null, picture: part, alt: "" },
      );
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
      return boxes.map(({ area, box }) => {
        const numbered = boxOn(box, page) as BlockBox;
        const width = Math.min(area.width, sized(box.style.width, area.width) ?? area.width);
        const fragment = {
          ...layoutBox(numbered, { width: area.width, height: area.height, fixedWidth: width }, layout),
        };
        const free = area.height - fragment.height;
        const align = box.style.verticalAlign;
        fragment.x =
          area.x +
          (area.align === "center"
            ? (area.width - width) / 2
            : area.align === "right"
              ? area.width - width
              : 0);
        fragment.y = area.y + (align === "top" ? 0 : align === "bottom" ? free : free / 2);
        return fragment;
      });
    },
  };
}
