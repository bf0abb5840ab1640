import type { BlockBox, Box } from "../boxes/box";
import type { Paragraph } from "./items";
import type { Style } from "../css/style";
import { resolve, type Length, eachSide, type Sides } from "../css/values";
import { TemplateError, pdfRefusals } from "../errors";
import type { Library } from "../fonts/library";
import type { Warnings } from "../warnings";
import type { BoxFragment } from "./fragment";
import type { Floats } from "./floats";

/** State of the layout of one document. */
export interface Layout {
  fonts: Library;
  warnings: Warnings;
  /**
   * Maximum height in pixels of the content before it is divided into pages. A document with higher content is refused, because
   * it would use too much memory.
   */
  most: number;
  paragraphs: Map<BlockBox, Paragraph>;
  intrinsic: Map<Box, Intrinsic>;
  fragments: Map<Box, { space: Space; fragment: BoxFragment }[]>;
  /** Boxes with `position: fixed`, which are drawn on every page. */
  fixed: { box: Box }[];
}

export interface Intrinsic {
  min: number;
  max: number;
}

/** The space in which a box is laid out. */
export interface Space {
  /** The width of the containing block. */
  width: number;
  /** The height of the containing block. Null if the height is not known. */
  height: number | null;
  /** Border-box width and height, if the formatting context of the parent determines them. */
  fixedWidth?: number;
  fixedHeight?: number;
  /**
   * Floats that can reach into the box. `floatX` and `floatY` are the position of the border box in the coordinates of the
   * floats.
   */
  floats?: Floats;
  floatX?: number;
  floatY?: number;
}

export const MOST_PAGES = 500;

export const tooLong = () => new TemplateError(pdfRefusals.too_many_pages({ max: MOST_PAGES }));

export const createLayout = (fonts: Library, warnings: Warnings, pageHeight: number): Layout => ({
  most: pageHeight * (MOST_PAGES + 20),
  fonts,
  warnings,
  paragraphs: new Map(),
  intrinsic: new Map(),
  fragments: new Map(),
  fixed: [],
});

export function paddingOf({ padding }: Style, width: number): Sides<number> {
  if (padding.every((side) => typeof side === "number")) return padding as Sides<number>;
  return eachSide(padding, (side) => Math.max(0, resolve(side, width)));
}

const borders = new WeakMap<Style["border"], Sides<number>>();

export function borderOf({ border }: Style): Sides<number> {
  let widths = borders.get(border);
  if (!widths) borders.set(border, (widths = eachSide(border, ({ width }) => width)));
  return widths;
}

/** Returns the margins of a box in pixels. Auto margins are 0. */
export const marginOf = ({ margin }: Style, width: number): Sides<number> => [
  marginSide(margin[0], width),
  marginSide(margin[1], width),
  marginSide(margin[2], width),
  marginSide(margin[3], width),
];

export const marginSide = (margin: Length | "auto", width: number): number =>
  margin === "auto" ? 0 : resolve(margin, width);

/** Converts a length to pixels. Returns null for auto, and for a percentage if `base` is null. */
export function sized(value: Length | "auto", base: number | null): number | null {
  if (value === "auto") return null;
  if (typeof value === "number") return value;
  return base === null ? (value.percent === 0 ? value.px : null) : resolve(value, base);
}

/**
 * Limits a border-box size to its minimum and maximum. `edges` is the sum of padding and border, which is added to the limits
 * if they refer to the content box.
 */
export function within(
  size: number,
  least: number | null,
  most: number | null,
  edges: number,
  borderBox: boolean,
): number {
  const add = borderBox ? 0 : edges;
  let result = size;
  if (most !== null) result = Math.min(result, most + add);
  if (least !== null) result = Math.max(result, least + add);
  return Math.max(result, edges);
}

export const boundedWidth = (style: Style, size: number, base: number | null, edges: number) =>
  within(size, sized(style.minWidth, base), sized(style.maxWidth, base), edges, style.borderBox);

export const boundedHeight = (style: Style, size: number, base: number | null, edges: number) =>
  within(size, sized(style.minHeight, base), sized(style.maxHeight, base), edges, style.borderBox);
