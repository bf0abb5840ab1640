import { black, transparent, type Colour } from "./colour";
import { autoLine, noAreas, noTracks } from "./grid-template";
import type { Content, Items } from "./alignment";
import type { Display, WhiteSpace } from "./display";
import type { TrackList, TemplateAreas, GridLine } from "./grid-template";
import type { Length } from "./values";

export type Auto = "auto";
/** Values of the four sides in the order top, right, bottom, left. */
export type Sides<T> = readonly [T, T, T, T];

/** Calls `change` for each of the four sides and returns the results. */
export const eachSide = <T, U>(
  [top, right, bottom, left]: Sides<T>,
  change: (side: T, index: 0 | 1 | 2 | 3) => U,
): [U, U, U, U] => [change(top, 0), change(right, 1), change(bottom, 2), change(left, 3)];

export interface Edge {
  width: number;
  style: "none" | "hidden" | "solid" | "dashed" | "dotted" | "double";
  color: Colour;
}

export interface Decoration {
  line: "underline" | "overline" | "line-through";
  color: Colour;
  style: string;
}

export interface TextShadow {
  x: number;
  y: number;
  blur: number;
  color: Colour;
}

/** Properties that child elements inherit. */
export interface Inherited {
  color: Colour;
  fontSize: number;
  /** `sans`, `serif`, `mono`, `symbols` (DejaVu Sans), or the family name of an @font-face rule. */
  family: string;
  /** From 1 to 1000. 400 is normal and 700 is bold. */
  weight: number;
  italic: boolean;
  smallCaps: boolean;
  lineHeight: "normal" | { factor: number } | { px: number };
  textAlign: "start" | "end" | "left" | "right" | "center" | "justify";
  /** Alignment of the last line of a block, and of each line before a forced line break. */
  textAlignLast: Style["textAlign"] | "auto";
  /** Horizontal alignment of child blocks that are narrower than this block. Set by the HTML attribute `align`. */
  blockAlign: "start" | "center" | "right";
  textIndent: Length;
  textTransform: TextTransform;
  whiteSpace: WhiteSpace;
  overflowWrap: boolean;
  breakAll: boolean;
  letterSpacing: number;
  wordSpacing: number;
  listStyleType: string;
  listInside: boolean;
  visible: boolean;
  direction: "ltr" | "rtl";
  collapse: boolean;
  spacing: readonly [number, number];
  captionBottom: boolean;
  hideEmpty: boolean;
  orphans: number;
  widows: number;
  decorations: readonly Decoration[];
  textShadow: readonly TextShadow[];
}

export type BreakRule = "auto" | "page" | "avoid";
export type TextTransform = "none" | "uppercase" | "lowercase" | "capitalize";
export type VerticalAlign =
  | "baseline"
  | "sub"
  | "super"
  | "top"
  | "middle"
  | "bottom"
  | "text-top"
  | "text-bottom";
export type ObjectFit = "fill" | "contain" | "cover" | "none" | "scale-down";
export type FlexDirection = "row" | "row-reverse" | "column" | "column-reverse";
export type UnicodeBidi = "normal" | "embed" | "isolate" | "bidi-override" | "isolate-override" | "plaintext";

export interface Style extends Inherited {
  display: Display;
  position: "static" | "relative" | "sticky" | "absolute" | "fixed";
  float: "none" | "left" | "right";
  clear: "none" | "left" | "right" | "both";
  clip: boolean;
  /**
   * `ellipsis` is true if a clipped line ends in an ellipsis. `lineClamp` is the maximum number of lines, or 0 for no maximum.
   */
  ellipsis: boolean;
  lineClamp: number;
  borderBox: boolean;
  width: Length | Auto;
  /**
   * Meaning of an auto width. `room` is the available width. The other values depend on the content (CSS Box Sizing Level 3
   * §5).
   */
  widthBy: "room" | "fit-content" | "max-content" | "min-content";
  height: Length | Auto;
  minWidth: Length | Auto;
  maxWidth: Length | Auto;
  minHeight: Length | Auto;
  maxHeight: Length | Auto;
  ratio: number | null;
  margin: Sides<Length | Auto>;
  padding: Sides<Length>;
  border: Sides<Edge>;
  /** Radii in the order top left, top right, bottom right, bottom left. */
  radius: Sides<Length>;
  inset: Sides<Length | Auto>;
  backgroundColor: Colour;
  backgroundImage: string;
  /** True for `background-clip: text`. */
  clipsToText: boolean;
  backgroundRepeat: string;
  backgroundPosition: string;
  backgroundSize: string;
  shadow: string;
  /** The outline, which is outside the border and takes no space. `outlineOffset` is its distance from the border. */
  outline: Edge;
  outlineOffset: number;
  opacity: number;
  verticalAlign: VerticalAlign | number | { percent: number };
  zIndex: number | Auto;
  transform: string;
  translate: string;
  rotate: string;
  scale: string;
  transformOrigin: string;
  clipPath: string;
  objectFit: ObjectFit;
  flexDirection: FlexDirection;
  flexWrap: "nowrap" | "wrap" | "wrap-reverse";
  flexGrow: number;
  flexShrink: number;
  flexBasis: Length | Auto;
  order: number;
  justifyContent: Content;
  alignItems: Items;
  alignSelf: Items | Auto;
  alignContent: Content;
  justifyItems: Items;
  justifySelf: Items | Auto;
  rowGap: Length;
  columnGap: Length;
  gridColumns: TrackList;
  gridRows: TrackList;
  gridAreas: TemplateAreas;
  gridAutoFlow: "row" | "column";
  gridAutoRows: TrackList;
  gridColumn: readonly [GridLine, GridLine];
  gridRow: readonly [GridLine, GridLine];
  columnCount: number;
  tableFixed: boolean;
  breakBefore: BreakRule;
  breakAfter: BreakRule;
  breakInside: BreakRule;
  /** The page name. `auto` means the page name of the parent. */
  page: string;
  content: string;
  counterReset: string;
  counterIncrement: string;
  stringSet: string;
  unicodeBidi: UnicodeBidi;
}

export const noEdge: Edge = { width: 0, style: "none", color: black };
const medium: Edge = { ...noEdge, width: 3 };
/** The borders of a box without border declarations: medium width and no line style. */
export const undeclaredBorder: Sides<Edge> = [medium, medium, medium, medium];

const initialInherited: Inherited = {
  color: black,
  fontSize: 16,
  family: "serif",
  weight: 400,
  italic: false,
  smallCaps: false,
  lineHeight: "normal",
  textAlign: "start",
  textAlignLast: "auto",
  blockAlign: "start",
  textIndent: 0,
  textTransform: "none",
  whiteSpace: "normal",
  overflowWrap: false,
  breakAll: false,
  letterSpacing: 0,
  wordSpacing: 0,
  listStyleType: "disc",
  listInside: false,
  visible: true,
  direction: "ltr",
  collapse: false,
  spacing: [0, 0],
  captionBottom: false,
  hideEmpty: false,
  orphans: 2,
  widows: 2,
  decorations: [],
  textShadow: [],
};

export const initial: Style = {
  ...initialInherited,
  display: "inline",
  position: "static",
  float: "none",
  clear: "none",
  clip: false,
  ellipsis: false,
  lineClamp: 0,
  borderBox: false,
  width: "auto",
  widthBy: "room",
  height: "auto",
  minWidth: "auto",
  maxWidth: "auto",
  minHeight: "auto",
  maxHeight: "auto",
  ratio: null,
  margin: [0, 0, 0, 0],
  padding: [0, 0, 0, 0],
  border: [noEdge, noEdge, noEdge, noEdge],
  radius: [0, 0, 0, 0],
  inset: ["auto", "auto", "auto", "auto"],
  backgroundColor: transparent,
  backgroundImage: "none",
  clipsToText: false,
  backgroundRepeat: "repeat",
  backgroundPosition: "0% 0%",
  backgroundSize: "auto",
  shadow: "none",
  outline: medium,
  outlineOffset: 0,
  opacity: 1,
  verticalAlign: "baseline",
  zIndex: "auto",
  transform: "none",
  translate: "none",
  rotate: "none",
  scale: "none",
  transformOrigin: "50% 50%",
  clipPath: "none",
  objectFit: "fill",
  flexDirection: "row",
  flexWrap: "nowrap",
  flexGrow: 0,
  flexShrink: 1,
  flexBasis: "auto",
  order: 0,
  justifyContent: "normal",
  alignItems: "normal",
  alignSelf: "auto",
  alignContent: "normal",
  justifyItems: "normal",
  justifySelf: "auto",
  rowGap: 0,
  columnGap: 0,
  gridColumns: noTracks,
  gridRows: noTracks,
  gridAreas: noAreas,
  gridAutoFlow: "row",
  gridAutoRows: noTracks,
  gridColumn: [autoLine, autoLine],
  gridRow: [autoLine, autoLine],
  columnCount: 1,
  tableFixed: false,
  breakBefore: "auto",
  breakAfter: "auto",
  breakInside: "auto",
  page: "auto",
  content: "normal",
  counterReset: "none",
  counterIncrement: "none",
  stringSet: "none",
  unicodeBidi: "normal",
};

const names = Object.keys(initialInherited) as (keyof Inherited)[];

/**
 * Returns the style of a child without declarations: inherited properties of the parent, and initial values of all other
 * properties.
 */
export function inheritedStyle(parent: Style): Style {
  const style: Record<string, unknown> = { ...initial };
  for (const name of names) style[name] = parent[name];
  // Record<string, unknown> allows assignment by name. The cast is correct because the object has all keys of Style.
  return style as unknown as Style;
}
