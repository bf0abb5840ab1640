import type { Declarations } from "../css/cascade";
import { colour, points, sides, size, words } from "../css/values";

/** What an element's children take over from it. */
export interface Inherited {
  color: string;
  fontSize: number;
  fontFamily: string;
  fontWeight: "normal" | "bold";
  fontStyle: "normal" | "italic";
  lineHeight: number;
  textAlign: "left" | "right" | "center" | "justify";
  textTransform: string;
  whiteSpace: string;
  letterSpacing: number;
  listStyle: string;
  textDecoration: string;
}

export const initial: Inherited = {
  color: "black",
  fontSize: 12,
  fontFamily: "Helvetica",
  fontWeight: "normal",
  fontStyle: "normal",
  lineHeight: 1.25,
  textAlign: "left",
  textTransform: "none",
  whiteSpace: "normal",
  letterSpacing: 0,
  listStyle: "disc",
  textDecoration: "none",
};

export type PdfStyle = Record<string, string | number>;

export interface Computed {
  display: string;
  float: "left" | "right" | "none";
  inherited: Inherited;
  /** Of the box: margins, borders, padding, sizes, background. */
  box: PdfStyle;
  breakBefore: boolean;
  breakAfter: boolean;
  keepTogether: boolean;
}

const sidesNames = ["Top", "Right", "Bottom", "Left"] as const;

/** The families that every PDF reader has, by what a style sheet asks for. */
function family(text: string): string {
  const wanted = text.toLowerCase();
  if (/mono|courier|consol|menlo/.test(wanted)) return "Courier";
  if (/sans|arial|helvetica|inter|roboto|verdana|segoe|system-ui/.test(wanted)) return "Helvetica";
  return /serif|times|georgia|garamond|palatino|cambria/.test(wanted) ? "Times-Roman" : "Helvetica";
}

const fontSizes: Record<string, number> = {
  "xx-small": 7,
  "x-small": 7.5,
  small: 10,
  medium: 12,
  large: 13.5,
  "x-large": 18,
  "xx-large": 24,
};

/** `font: italic bold 12px/1.4 Arial, sans-serif` as its longhands. */
function expandFont(value: string, declarations: Declarations) {
  const [, before = "", fontSize = "", lineHeight, families = ""] =
    /^(.*?)\s*([\d.]+(?:px|pt|em|rem|%|mm|cm|in)|(?:x{1,2}-)?(?:small|large)|medium)(?:\/(\S+))?\s+(.+)$/.exec(
      value,
    ) ?? [];
  if (!fontSize) return;
  declarations.set("font-size", fontSize).set("font-family", families);
  if (lineHeight) declarations.set("line-height", lineHeight);
  for (const word of words(before)) {
    if (/^(bold|bolder|[5-9]00)$/.test(word)) declarations.set("font-weight", word);
    if (/^(italic|oblique)$/.test(word)) declarations.set("font-style", word);
  }
}

/** Values of custom properties in their places (CSS Custom Properties Level 1). */
function resolveVariables(declarations: Declarations, variables: ReadonlyMap<string, string>) {
  for (const [property, value] of declarations) {
    if (!value.includes("var(")) continue;
    let text = value;
    for (let depth = 0; depth < 8 && text.includes("var("); depth++)
      text = text.replace(
        /var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)/g,
        (_whole, name: string, fallback?: string) => variables.get(name) ?? fallback?.trim() ?? "",
      );
    declarations.set(property, text.trim());
  }
}

/** What an element looks like, given its declarations and what it takes over. */
export function compute(
  declarations: Declarations,
  parent: Inherited,
  variables: ReadonlyMap<string, string>,
): Computed {
  const own = new Map(declarations);
  resolveVariables(own, variables);
  const font = own.get("font");
  if (font) expandFont(font, own);
  const inherited = inheritedOf(own, parent);
  const context = { em: inherited.fontSize, rem: initial.fontSize };
  const page = (name: string) => own.get(`page-break-${name}`) ?? own.get(`break-${name}`) ?? "";
  return {
    display: own.get("display") ?? "inline",
    float: own.get("float") === "left" ? "left" : own.get("float") === "right" ? "right" : "none",
    inherited,
    box: boxOf(own, context),
    breakBefore: /^(always|page|left|right)$/.test(page("before")),
    breakAfter: /^(always|page|left|right)$/.test(page("after")),
    keepTogether: /^avoid/.test(page("inside")),
  };
}

function inheritedOf(own: Declarations, parent: Inherited): Inherited {
  const next = { ...parent };
  const get = (name: string) => {
    const value = own.get(name);
    return value === undefined || /^(inherit|unset)$/.test(value) ? undefined : value;
  };
  const fontSize = get("font-size");
  if (fontSize !== undefined) {
    const context = { em: parent.fontSize, rem: initial.fontSize };
    const found =
      fontSizes[fontSize] ??
      (fontSize.endsWith("%")
        ? (parent.fontSize * Number.parseFloat(fontSize)) / 100
        : points(fontSize, context));
    if (found !== null && found > 0) next.fontSize = Math.min(found, 500);
  }
  const set = <K extends keyof Inherited>(key: K, value: Inherited[K] | null | undefined) => {
    if (value !== null && value !== undefined) next[key] = value;
  };
  const text = (name: string, convert: (value: string) => string | null) => {
    const value = get(name);
    return value === undefined ? undefined : convert(value);
  };
  set("color", text("color", colour));
  set("fontFamily", text("font-family", family));
  const weight = get("font-weight");
  if (weight !== undefined) next.fontWeight = /^(bold|bolder|[6-9]00)$/.test(weight) ? "bold" : "normal";
  const slant = get("font-style");
  if (slant !== undefined) next.fontStyle = /italic|oblique/.test(slant) ? "italic" : "normal";
  const align = get("text-align");
  if (align && /^(left|right|center|justify)$/.test(align)) next.textAlign = align as "left";
  if (align === "end") next.textAlign = "right";
  set("textTransform", get("text-transform"));
  set("whiteSpace", get("white-space"));
  set("listStyle", get("list-style-type") ?? get("list-style"));
  set("textDecoration", get("text-decoration") ?? get("text-decoration-line"));
  const lineHeight = get("line-height");
  if (lineHeight !== undefined) {
    const absolute = points(lineHeight, { em: next.fontSize, rem: initial.fontSize });
    const ratio = /^[\d.]+$/.test(lineHeight)
      ? Number(lineHeight)
      : lineHeight.endsWith("%")
        ? Number.parseFloat(lineHeight) / 100
        : absolute === null
          ? null
          : absolute / next.fontSize;
    next.lineHeight = ratio === null || !(ratio > 0) ? initial.lineHeight : Math.min(ratio, 10);
  }
  const spacing = get("letter-spacing");
  if (spacing !== undefined)
    next.letterSpacing = points(spacing, { em: next.fontSize, rem: initial.fontSize }) ?? 0;
  return next;
}

const lineStyles = /^(solid|dashed|dotted|double|groove|ridge|inset|outset)$/;
const widths: Record<string, number> = { thin: 0.75, medium: 2.25, thick: 3.75 };

function boxOf(own: Declarations, context: { em: number; rem: number }): PdfStyle {
  const box: PdfStyle = {};
  const put = (name: string, value: string | number | null) => {
    if (value !== null) box[name] = value;
  };
  for (const kind of ["margin", "padding"] as const) {
    const all = own.get(kind);
    for (const [index, side] of sidesNames.entries()) {
      const value =
        own.get(`${kind}-${side.toLowerCase()}`) ?? (all === undefined ? undefined : sides(all)[index]);
      if (value === undefined) continue;
      if (kind === "margin" && value === "auto") box[`margin${side}`] = "auto";
      else put(`${kind}${side}`, size(value, context));
    }
  }
  for (const side of sidesNames) border(own, side, context, put);
  for (const [css, pdf] of [
    ["width", "width"],
    ["height", "height"],
    ["min-width", "minWidth"],
    ["max-width", "maxWidth"],
    ["min-height", "minHeight"],
    ["gap", "gap"],
    ["row-gap", "rowGap"],
    ["column-gap", "columnGap"],
    ["flex-basis", "flexBasis"],
    ["border-radius", "borderRadius"],
    ["top", "top"],
    ["right", "right"],
    ["bottom", "bottom"],
    ["left", "left"],
  ] as const) {
    const value = own.get(css);
    if (value !== undefined && value !== "auto") put(pdf, size(words(value)[0] ?? "", context));
  }
  const background =
    own.get("background-color") ?? words(own.get("background") ?? "").find((word) => colour(word) !== null);
  if (background) put("backgroundColor", colour(background));
  const opacity = Number(own.get("opacity") ?? "1");
  if (opacity >= 0 && opacity < 1) box["opacity"] = opacity;
  if (own.get("position") === "absolute" || own.get("position") === "fixed") box["position"] = "absolute";
  for (const name of ["flex-direction", "justify-content", "align-items", "align-self", "flex-wrap"]) {
    const value = own.get(name);
    if (value)
      box[name.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())] = value.replace(
        /^(start|end)$/,
        "flex-$1",
      );
  }
  const grow = own.get("flex-grow") ?? words(own.get("flex") ?? "")[0];
  if (grow && /^[\d.]+$/.test(grow)) box["flexGrow"] = Number(grow);
  if (own.get("flex") && /^[\d.]+$/.test(grow ?? "")) box["flexBasis"] ??= 0;
  return box;
}

/** One side's border, from whatever shorthand says it. */
function border(
  own: Declarations,
  side: (typeof sidesNames)[number],
  context: { em: number; rem: number },
  put: (name: string, value: string | number | null) => void,
) {
  const name = side.toLowerCase();
  const index = sidesNames.indexOf(side);
  const parts = [...words(own.get("border") ?? ""), ...words(own.get(`border-${name}`) ?? "")];
  const each = (what: string) => {
    const all = own.get(`border-${what}`);
    return own.get(`border-${name}-${what}`) ?? (all === undefined ? undefined : sides(all)[index]);
  };
  const style =
    each("style") ?? parts.findLast((part) => lineStyles.test(part) || part === "none" || part === "hidden");
  if (!style || !lineStyles.test(style)) return;
  const widthOf = (part: string) => widths[part] ?? points(part, context);
  const width =
    [each("width") ?? "", ...parts.toReversed()].map(widthOf).find((value) => value !== null) ??
    widths["medium"]!;
  const shade = [each("color") ?? "", ...parts.toReversed()].map(colour).find((value) => value !== null);
  if (width === 0) return;
  put(`border${side}Width`, width);
  put(`border${side}Style`, style === "dashed" || style === "dotted" ? style : "solid");
  put(`border${side}Color`, shade ?? "black");
}

/** The style of text as react-pdf takes it. */
export const textStyle = (inherited: Inherited): PdfStyle => ({
  color: inherited.color,
  fontSize: inherited.fontSize,
  fontFamily: fontOf(inherited),
  lineHeight: inherited.lineHeight,
  textAlign: inherited.textAlign,
  ...(inherited.letterSpacing !== 0 && { letterSpacing: inherited.letterSpacing }),
  ...(/underline|line-through/.test(inherited.textDecoration) && {
    textDecoration: /underline/.test(inherited.textDecoration) ? "underline" : "line-through",
  }),
});

/** The standard fonts name their weights and slants. */
function fontOf({ fontFamily, fontWeight, fontStyle }: Inherited): string {
  const [bold, italic] = [fontWeight === "bold", fontStyle === "italic"];
  if (fontFamily === "Times-Roman")
    return bold ? (italic ? "Times-BoldItalic" : "Times-Bold") : italic ? "Times-Italic" : "Times-Roman";
  const suffix = `${bold ? "Bold" : ""}${italic ? "Oblique" : ""}`;
  return suffix ? `${fontFamily}-${suffix}` : fontFamily;
}
