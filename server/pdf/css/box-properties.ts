import { contents, items, positionOf, type Content, type Items } from "./alignment";
import { black, colour, hasUnknownFunction, transparent, type Colour } from "./colour";
import { displays, type Display } from "./display";
import {
  areasOf,
  autoFlowOf,
  autoLine,
  lineOf,
  noAreas,
  noTracks,
  tracksOf,
  type GridLine,
  type TemplateAreas,
  type TrackList,
} from "./grid-template";
import {
  field,
  flag,
  fourParts,
  isSet,
  keyword,
  part,
  verbatim,
  type Property,
  type Reader,
} from "./property";
import {
  commaParts,
  CORNERS,
  eachSide,
  isPercent,
  length,
  pixels,
  SIDES,
  words,
  type Length,
  type Sides,
} from "./values";

/* Properties of boxes. They are not inherited. */

export type Auto = "auto";

export interface Edge {
  width: number;
  style: "none" | "hidden" | "solid" | "dashed" | "dotted" | "double";
  color: Colour;
}

export const noEdge: Edge = { width: 0, style: "none", color: black };
const medium: Edge = { ...noEdge, width: 3 };

const lineWidths = new Map([
  ["thin", 1],
  ["medium", 3],
  ["thick", 5],
]);
const lineStyles: readonly Edge["style"][] = ["none", "hidden", "solid", "dashed", "dotted", "double"];

const lineWidth: Reader<number> = (value, { length: context }) => {
  const width = lineWidths.get(value.toLowerCase()) ?? pixels(value.toLowerCase(), context);
  return width === null || width < 0 ? null : width;
};
/** Carved borders are drawn as solid lines. */
const lineStyle: Reader<Edge["style"]> = (value) => {
  const style = value.toLowerCase().replace(/^(groove|ridge|inset|outset)$/, "solid");
  return lineStyles.find((one) => one === style) ?? null;
};
const currentColour: Reader<Colour> = (value, { color }) => colour(value, color);

/** Returns the readers of one part of all border sides. */
const ofBorders = <P extends keyof Edge>(key: P, read: Reader<Edge[P]>) =>
  Object.fromEntries(
    SIDES.map((side, index) => [
      `border-${side}-${key}`,
      part<Sides<Edge>, Edge[P]>(
        (edges) => edges[index]![key],
        (edges, value) => eachSide(edges, (edge, at) => (at === index ? { ...edge, [key]: value } : edge)),
        read,
      ),
    ]),
  );

const ofOutline = <P extends keyof Edge>(key: P, read: Reader<Edge[P]>): Reader<Edge> =>
  part(
    (edge) => edge[key],
    (edge, value) => ({ ...edge, [key]: value }),
    read,
  );

const lengthOrAuto: Reader<Length | Auto> = (value, { length: context }) =>
  value === "auto" ? "auto" : length(value, context);

const contentSize = /^(?:-webkit-|-moz-)?(fit-content|max-content|min-content)$/;

const atLeast0 = <T extends Length | Auto>(found: T | null) =>
  typeof found === "number" && found < 0 ? null : found;

const size = (name: string) =>
  field<Length | Auto>(name, "auto", (value, facts) =>
    /^(none|stretch|-webkit-fill-available|-moz-available)$/.test(value) || contentSize.test(value)
      ? "auto"
      : atLeast0(lengthOrAuto(value, facts)),
  );

const amount = (name: string, initial: number) =>
  field(name, initial, (value) => (/^-?[\d.]+$/.test(value) ? Math.min(Number(value), 1e6) : null));

type BreakRule = "auto" | "page" | "avoid";

const breakRule = (name: string) =>
  field<BreakRule>(name, "auto", (value) => {
    if (/^(page|left|right|recto|verso|all)$/.test(value)) return "page";
    if (/^avoid/.test(value)) return "avoid";
    return /^auto/.test(value) ? "auto" : null;
  });

const verticalAligns = [
  ...(["baseline", "sub", "super", "top", "middle", "bottom", "text-top", "text-bottom"] as const),
];
type VerticalAlign = (typeof verticalAligns)[number] | number | { percent: number };

const verticalAlign: Reader<VerticalAlign> = (value, { length: context }) => {
  const found = verticalAligns.find((one) => one === value.toLowerCase()) ?? length(value, context);
  return isPercent(found) ? { percent: found.percent } : found;
};

const gap = (name: string) =>
  field<Length>(name, 0, (value, { length: context }) => (value === "normal" ? 0 : length(value, context)));

const ratio: Reader<number | null> = (value) => {
  const [, width, height = "1"] = /^(?:auto\s+)?([\d.]+)\s*(?:\/\s*([\d.]+))?$/.exec(value) ?? [];
  const found = Number(width) / Number(height);
  return Number.isFinite(found) && found > 0 ? found : null;
};

type Span = readonly [start: GridLine, end: GridLine];

const span = (axis: "column" | "row"): Property<Span> => ({
  initial: [autoLine, autoLine],
  css: {
    [`grid-${axis}-start`]: (value, { before }) => [lineOf(value), before[1]],
    [`grid-${axis}-end`]: (value, { before }) => [before[0], lineOf(value)],
  },
});

const tracks = (name: string) =>
  field<TrackList>(name, noTracks, tracksOf, {
    unsupported: { [name]: (value) => name.startsWith("grid-template") && /\[|\bsubgrid\b/i.test(value) },
  });

/**
 * Invalid gradients, which browsers ignore: gradients with the prefix of another vendor, and sides without `to` (CSS Images
 * Level 3 §3.1).
 */
const OLD_IMAGE = /^(-(moz|o|ms)-|(repeating-)?linear-gradient\(\s*(top|right|bottom|left)\b)/i;

/** Returns true for an inset shadow with a blur radius. */
function isSoftInset(shadow: string): boolean {
  const parts = words(shadow);
  const [, , blur = "0"] = parts.filter((word) => /^-?[\d.]/.test(word));
  return parts.includes("inset") && Number.parseFloat(blur) > 0;
}

/** Returns a field with a side. `inline-start` and `inline-end` become `left` or `right`. */
const sided = <const K extends string>(name: string, keywords: readonly ["none", "left", "right", ...K[]]) =>
  field<"none" | "left" | "right" | K>(name, "none", (value, { direction }) => {
    const lower = value.toLowerCase();
    const side =
      lower === "inline-start" || lower === "inline-end"
        ? (lower === "inline-start") === (direction === "ltr")
          ? "left"
          : "right"
        : lower;
    return keywords.find((one) => one === side) ?? null;
  });

const alignContent = (name: string) => field<Content>(name, "normal", positionOf(contents));
const alignItems = (name: string) => field<Items>(name, "normal", positionOf(items));
const alignSelf = (name: string) =>
  field<Items | Auto>(name, "auto", positionOf<Items | Auto>({ ...items, auto: "auto" }));

const isText = (value: string) => value.includes("text");

export const boxProperties = {
  display: field<Display>("display", "inline", (value) => displays.get(value.toLowerCase()) ?? null),
  position: keyword("position", ["static", "relative", "absolute", "fixed", "sticky"]),
  float: sided("float", ["none", "left", "right"]),
  clear: sided("clear", ["none", "left", "right", "both"]),
  clip: flag("overflow", (value) => /^(hidden|clip|scroll|auto)$/.test(value)),
  /** True if a clipped line ends in an ellipsis. */
  ellipsis: flag("text-overflow", (value) => /\bellipsis\b/.test(value)),
  /** Maximum number of lines, or 0 for no maximum. */
  lineClamp: field(["-webkit-line-clamp", "line-clamp"], 0, (value) =>
    value === "none" ? 0 : /^[1-9]\d{0,3}$/.test(value) ? Number(value) : null,
  ),
  borderBox: flag("box-sizing", (value) => value === "border-box"),
  width: size("width"),
  /**
   * Meaning of an auto width. `room` is the available width. The other values depend on the content (CSS Box Sizing Level 3
   * §5).
   */
  widthBy: {
    initial: "room",
    parts: { width: (value) => (contentSize.exec(value)?.[1] as "fit-content" | undefined) ?? "room" },
  } as Property<"room" | "fit-content" | "max-content" | "min-content">,
  height: size("height"),
  minWidth: size("min-width"),
  maxWidth: size("max-width"),
  minHeight: size("min-height"),
  maxHeight: size("max-height"),
  ratio: field<number | null>("aspect-ratio", null, ratio),
  margin: {
    initial: [0, 0, 0, 0],
    parts: fourParts(
      SIDES.map((side) => `margin-${side}`),
      lengthOrAuto,
    ),
  } as Property<Sides<Length | Auto>>,
  padding: {
    initial: [0, 0, 0, 0],
    parts: fourParts<Length>(
      SIDES.map((side) => `padding-${side}`),
      (value, { length: context }) => atLeast0(length(value, context)),
    ),
  } as Property<Sides<Length>>,
  border: {
    initial: [noEdge, noEdge, noEdge, noEdge],
    // A border without declarations has a medium width and no line style.
    undeclared: [medium, medium, medium, medium],
    parts: {
      ...ofBorders("width", lineWidth),
      ...ofBorders("style", lineStyle),
      ...ofBorders("color", currentColour),
    },
    unsupported: { "border-top-color": hasUnknownFunction },
  } as Property<Sides<Edge>>,
  /** Radii in the order top left, top right, bottom right, bottom left. */
  radius: {
    initial: [0, 0, 0, 0],
    parts: fourParts<Length>(
      CORNERS.map((corner) => `border-${corner}-radius`),
      (value, { length: context }) => length(words(value)[0] ?? "", context),
    ),
  } as Property<Sides<Length>>,
  inset: { initial: ["auto", "auto", "auto", "auto"], parts: fourParts(SIDES, lengthOrAuto) } as Property<
    Sides<Length | Auto>
  >,
  backgroundColor: field("background-color", transparent, currentColour, {
    unsupported: { "background-color": hasUnknownFunction },
  }),
  backgroundImage: field(
    "background-image",
    "none",
    (value) => (commaParts(value).some((one) => OLD_IMAGE.test(one)) ? null : value),
    {
      unsupported: {
        "background-image": (value) => /conic-gradient/i.test(value) || hasUnknownFunction(value),
      },
    },
  ),
  /** True for `background-clip: text`. */
  clipsToText: flag(["background-clip", "-webkit-background-clip"], (value) => value === "text", {
    unsupported: { "background-clip": isText, "-webkit-background-clip": isText },
  }),
  backgroundRepeat: verbatim("background-repeat", "repeat"),
  backgroundPosition: verbatim("background-position", "0% 0%"),
  backgroundSize: verbatim("background-size", "auto"),
  shadow: verbatim("box-shadow", "none", {
    unsupported: { "box-shadow": (value) => commaParts(value).some(isSoftInset) },
  }),
  /** The outline, which is outside the border and takes no space. */
  outline: {
    initial: medium,
    parts: {
      "outline-width": ofOutline("width", lineWidth),
      "outline-style": ofOutline("style", (value, facts) =>
        lineStyle(value.replace(/^auto$/i, "solid"), facts),
      ),
      "outline-color": ofOutline("color", currentColour),
    },
  } as Property<Edge>,
  /** Distance of the outline from the border. */
  outlineOffset: field("outline-offset", 0, (value, { length: context }) => pixels(value, context)),
  opacity: field("opacity", 1, (value) => {
    const found = value.endsWith("%") ? Number.parseFloat(value) / 100 : Number(value);
    return Number.isFinite(found) ? Math.max(0, Math.min(1, found)) : null;
  }),
  verticalAlign: field<VerticalAlign>("vertical-align", "baseline", verticalAlign),
  zIndex: field<number | Auto>("z-index", "auto", (value) =>
    /^-?\d{1,9}$/.test(value) ? Number(value) : value === "auto" ? "auto" : null,
  ),
  transform: verbatim("transform", "none", {
    unsupported: { transform: (value) => /\b(matrix|skew|perspective)\w*\(/i.test(value) },
  }),
  translate: verbatim("translate", "none"),
  rotate: verbatim("rotate", "none"),
  scale: verbatim("scale", "none"),
  transformOrigin: verbatim("transform-origin", "50% 50%"),
  clipPath: verbatim("clip-path", "none", {
    unsupported: {
      "clip-path": (value) => isSet(value) && !/^(inset|circle|ellipse|polygon|path)\(/i.test(value),
    },
  }),
  objectFit: keyword("object-fit", ["fill", "contain", "cover", "none", "scale-down"]),
  flexDirection: keyword("flex-direction", ["row", "row-reverse", "column", "column-reverse"]),
  flexWrap: keyword("flex-wrap", ["nowrap", "wrap", "wrap-reverse"]),
  flexGrow: amount("flex-grow", 0),
  flexShrink: amount("flex-shrink", 1),
  flexBasis: field<Length | Auto>("flex-basis", "auto", (value, facts) =>
    value === "content" ? "auto" : lengthOrAuto(value, facts),
  ),
  order: amount("order", 0),
  justifyContent: alignContent("justify-content"),
  alignContent: alignContent("align-content"),
  alignItems: alignItems("align-items"),
  justifyItems: alignItems("justify-items"),
  alignSelf: alignSelf("align-self"),
  justifySelf: alignSelf("justify-self"),
  rowGap: gap("row-gap"),
  columnGap: gap("column-gap"),
  gridColumns: tracks("grid-template-columns"),
  gridRows: tracks("grid-template-rows"),
  gridAreas: field<TemplateAreas>("grid-template-areas", noAreas, areasOf),
  gridAutoFlow: field<"row" | "column">("grid-auto-flow", "row", autoFlowOf),
  gridAutoRows: tracks("grid-auto-rows"),
  gridColumn: span("column"),
  gridRow: span("row"),
  columnCount: field("column-count", 1, (value) => (/^[1-9]$/.test(value) ? Number(value) : null)),
  tableFixed: flag("table-layout", (value) => value === "fixed"),
  breakBefore: breakRule("break-before"),
  breakAfter: breakRule("break-after"),
  breakInside: breakRule("break-inside"),
  /** The page name. `auto` means the page name of the parent. */
  page: field("page", "auto", (value) => (/^-?[a-z_][\w-]*$/i.test(value) ? value : null)),
  content: verbatim("content", "normal"),
  counterReset: verbatim("counter-reset", "none"),
  counterIncrement: verbatim("counter-increment", "none"),
  stringSet: verbatim("string-set", "none"),
};
