import { contentOf, itemsOf, selfOf } from "./alignment";
import { colour } from "./colour";
import { displays } from "./display";
import { areasOf, autoFlowOf, lineOf, tracksOf } from "./grid-template";
import { keyword, own, replaceSide, side, verbatim, wideOf, type Context, type Setter } from "./setters-kit";
import {
  initial,
  undeclaredBorder,
  type Auto,
  type BreakRule,
  type Edge,
  type Style,
  type VerticalAlign,
} from "./style";
import { commaParts, isPercent, length, pixels, words, type Length } from "./values";

const lineWidths: Record<string, number> = { thin: 1, medium: 3, thick: 5 };
const lineStyles: Record<string, Edge["style"]> = {
  none: "none",
  hidden: "hidden",
  solid: "solid",
  dashed: "dashed",
  dotted: "dotted",
  double: "double",
  groove: "solid",
  ridge: "solid",
  inset: "solid",
  outset: "solid",
};

/**
 * Returns the setter of one part of a border side: width, style or color. A keyword such as `inherit` also changes only this
 * part.
 */
const edgePart =
  <P extends keyof Edge>(
    index: number,
    part: P,
    read: (value: string, context: Context, style: Style) => Edge[P] | null,
  ): Setter =>
  (style, value, context) => {
    const wide = wideOf(value, context);
    const found = wide
      ? (wide === initial ? undeclaredBorder : wide.border)[index]![part]
      : read(value.toLowerCase(), context, style);
    if (found !== null) replaceSide(style, "border", index, { ...style.border[index]!, [part]: found });
    return found !== null;
  };

const borders = Object.fromEntries(
  ["top", "right", "bottom", "left"].flatMap((name, index): [string, Setter][] => [
    [
      `border-${name}-width`,
      edgePart(index, "width", (value, { length: context }) => {
        const width = lineWidths[value] ?? pixels(value, context);
        return width === null || width < 0 ? null : width;
      }),
    ],
    [`border-${name}-style`, edgePart(index, "style", (value) => lineStyles[value] ?? null)],
    [
      `border-${name}-color`,
      edgePart(index, "color", (value, _context, style) => colour(value, style.color)),
    ],
  ]),
);

const SIDES = ["top", "right", "bottom", "left"] as const;
const CORNERS = ["top-left", "top-right", "bottom-right", "bottom-left"] as const;

const lengthOrAuto = (value: string, { length: context }: Context): Length | Auto | null =>
  value === "auto" ? "auto" : length(value, context);
const atLeast0 = (found: Length | Auto | null) =>
  found === null || found === "auto" || isPercent(found) ? found : found < 0 ? null : found;

const size = (key: "width" | "height" | "minWidth" | "minHeight" | "maxWidth" | "maxHeight"): Setter =>
  own(key, (value, context) =>
    /^(none|stretch|-webkit-fill-available|-moz-available)$/.test(value) || contentSize.test(value)
      ? "auto"
      : atLeast0(lengthOrAuto(value, context)),
  );

const contentSize = /^(?:-webkit-|-moz-)?(fit-content|max-content|min-content)$/;

const width: Setter = (style, value, context) => {
  if (!size("width")(style, value, context)) return false;
  style.widthBy = (contentSize.exec(value)?.[1] as Style["widthBy"] | undefined) ?? "room";
  return true;
};

const amount = (key: "flexGrow" | "flexShrink" | "order"): Setter =>
  own(key, (value) => (/^-?[\d.]+$/.test(value) ? Math.min(Number(value), 1e6) : null));

const breakRule = (key: "breakBefore" | "breakAfter" | "breakInside"): Setter =>
  own(key, (value): BreakRule | null => {
    if (/^(page|left|right|recto|verso|all)$/.test(value)) return "page";
    if (/^avoid/.test(value)) return "avoid";
    return /^auto/.test(value) ? "auto" : null;
  });

const verticalAligns: readonly VerticalAlign[] = [
  ...(["baseline", "sub", "super", "top", "middle", "bottom", "text-top", "text-bottom"] as const),
];

const verticalAlign = (value: string, { length: context }: Context): Style["verticalAlign"] | null => {
  const keyword = verticalAligns.find((one) => one === value.toLowerCase());
  if (keyword !== undefined) return keyword;
  const found = length(value, context);
  return found === null || typeof found === "number" ? found : { percent: found.percent };
};

const lineClamp = (value: string) =>
  value === "none" ? 0 : /^[1-9]\d{0,3}$/.test(value) ? Number(value) : null;

const gap = (key: "rowGap" | "columnGap"): Setter =>
  own(key, (value, { length: context }) => (value === "normal" ? 0 : length(value, context)));

function ratio(value: string): number | null {
  const [, width, height = "1"] = /^(?:auto\s+)?([\d.]+)\s*(?:\/\s*([\d.]+))?$/.exec(value) ?? [];
  const found = Number(width) / Number(height);
  return Number.isFinite(found) && found > 0 ? found : null;
}

const line = (key: "gridColumn" | "gridRow", index: 0 | 1): Setter =>
  own(key, (value, _context, style) => {
    const found = lineOf(value);
    return index === 0 ? [found, style[key][1]] : [style[key][0], found];
  });

/**
 * Invalid gradients, which browsers ignore: gradients with the prefix of another vendor, and sides without `to` (CSS Images
 * Level 3 §3.1).
 */
const OLD_IMAGE = /^(-(moz|o|ms)-|(repeating-)?linear-gradient\(\s*(top|right|bottom|left)\b)/i;

const fourSides = Object.fromEntries(
  SIDES.flatMap((name, index): [string, Setter][] => [
    [`margin-${name}`, side("margin", index, lengthOrAuto)],
    [
      `padding-${name}`,
      side(
        "padding",
        index,
        (value, { length: context }) => atLeast0(length(value, context)) as Length | null,
      ),
    ],
    [name, side("inset", index, lengthOrAuto)],
  ]),
);
const corners = Object.fromEntries(
  CORNERS.map((name, index): [string, Setter] => [
    `border-${name}-radius`,
    side("radius", index, (value, { length: context }) => length(words(value)[0] ?? "", context)),
  ]),
);

/** Converts `inline-start` and `inline-end` to `left` or `right`. */
const sided = (value: string, direction: Style["direction"]): string => {
  const lower = value.toLowerCase();
  if (lower === "inline-start") return direction === "rtl" ? "right" : "left";
  if (lower === "inline-end") return direction === "rtl" ? "left" : "right";
  return lower;
};

const outlines: Record<string, Setter> = {
  "outline-width": own("outline", (value, { length: context }, { outline }) => {
    const width = lineWidths[value.toLowerCase()] ?? pixels(value, context);
    return width === null || width < 0 ? null : { ...outline, width };
  }),
  "outline-style": own("outline", (value, _context, { outline }) => {
    const style = value.toLowerCase() === "auto" ? "solid" : lineStyles[value.toLowerCase()];
    return style === undefined ? null : { ...outline, style };
  }),
  "outline-color": own("outline", (value, _context, { outline, color }) => {
    const found = colour(value, color);
    return found && { ...outline, color: found };
  }),
  "outline-offset": own("outlineOffset", (value, { length: context }) => pixels(value, context)),
};

export const boxSetters: Record<string, Setter> = {
  ...borders,
  ...outlines,
  ...fourSides,
  ...corners,
  display: keyword("display", false, displays),
  position: keyword("position", false, {
    static: "static",
    relative: "relative",
    absolute: "absolute",
    fixed: "fixed",
    sticky: "sticky",
  }),
  float: own("float", (value, _context, { direction }) => {
    const found = sided(value, direction);
    return /^(none|left|right)$/.test(found) ? (found as Style["float"]) : null;
  }),
  clear: own("clear", (value, _context, { direction }) => {
    const found = sided(value, direction);
    return /^(none|left|right|both)$/.test(found) ? (found as Style["clear"]) : null;
  }),
  overflow: own("clip", (value) => /^(hidden|clip|scroll|auto)$/.test(value)),
  "text-overflow": own("ellipsis", (value) => /\bellipsis\b/.test(value)),
  "-webkit-line-clamp": own("lineClamp", lineClamp),
  "line-clamp": own("lineClamp", lineClamp),
  "box-sizing": own("borderBox", (value) => value === "border-box"),
  width,
  height: size("height"),
  "min-width": size("minWidth"),
  "min-height": size("minHeight"),
  "max-width": size("maxWidth"),
  "max-height": size("maxHeight"),
  "aspect-ratio": own("ratio", ratio),
  "background-color": own("backgroundColor", (value, _context, style) => colour(value, style.color)),
  "background-image": own("backgroundImage", (value) =>
    commaParts(value).some((one) => OLD_IMAGE.test(one)) ? null : value,
  ),
  "background-clip": own("clipsToText", (value) => value === "text"),
  "-webkit-background-clip": own("clipsToText", (value) => value === "text"),
  "background-repeat": verbatim("backgroundRepeat"),
  "background-position": verbatim("backgroundPosition"),
  "background-size": verbatim("backgroundSize"),
  "box-shadow": verbatim("shadow"),
  opacity: own("opacity", (value) => {
    const found = value.endsWith("%") ? Number.parseFloat(value) / 100 : Number(value);
    return Number.isFinite(found) ? Math.max(0, Math.min(1, found)) : null;
  }),
  "vertical-align": own("verticalAlign", verticalAlign),
  "z-index": own("zIndex", (value) =>
    /^-?\d{1,9}$/.test(value) ? Number(value) : value === "auto" ? "auto" : null,
  ),
  transform: verbatim("transform"),
  translate: verbatim("translate"),
  rotate: verbatim("rotate"),
  scale: verbatim("scale"),
  "transform-origin": verbatim("transformOrigin"),
  "clip-path": verbatim("clipPath"),
  "object-fit": keyword("objectFit", false, {
    fill: "fill",
    contain: "contain",
    cover: "cover",
    none: "none",
    "scale-down": "scale-down",
  }),
  "flex-direction": keyword("flexDirection", false, {
    row: "row",
    "row-reverse": "row-reverse",
    column: "column",
    "column-reverse": "column-reverse",
  }),
  "flex-wrap": keyword("flexWrap", false, {
    nowrap: "nowrap",
    wrap: "wrap",
    "wrap-reverse": "wrap-reverse",
  }),
  "flex-grow": amount("flexGrow"),
  "flex-shrink": amount("flexShrink"),
  "flex-basis": own("flexBasis", (value, context) =>
    value === "content" ? "auto" : lengthOrAuto(value, context),
  ),
  order: amount("order"),
  "justify-content": own("justifyContent", contentOf),
  "align-items": own("alignItems", itemsOf),
  "align-self": own("alignSelf", selfOf),
  "align-content": own("alignContent", contentOf),
  "justify-items": own("justifyItems", itemsOf),
  "justify-self": own("justifySelf", selfOf),
  "row-gap": gap("rowGap"),
  "column-gap": gap("columnGap"),
  "grid-template-columns": own("gridColumns", tracksOf),
  "grid-template-rows": own("gridRows", tracksOf),
  "grid-template-areas": own("gridAreas", areasOf),
  "grid-auto-flow": own("gridAutoFlow", autoFlowOf),
  "grid-auto-rows": own("gridAutoRows", tracksOf),
  "grid-column-start": line("gridColumn", 0),
  "grid-column-end": line("gridColumn", 1),
  "grid-row-start": line("gridRow", 0),
  "grid-row-end": line("gridRow", 1),
  "column-count": own("columnCount", (value) => (/^[1-9]$/.test(value) ? Number(value) : null)),
  "table-layout": own("tableFixed", (value) => value === "fixed"),
  "break-before": breakRule("breakBefore"),
  "break-after": breakRule("breakAfter"),
  "break-inside": breakRule("breakInside"),
  page: own("page", (value) => (/^-?[a-z_][\w-]*$/i.test(value) ? value : null)),
  content: verbatim("content"),
  "counter-reset": verbatim("counterReset"),
  "counter-increment": verbatim("counterIncrement"),
  "string-set": verbatim("stringSet"),
};
