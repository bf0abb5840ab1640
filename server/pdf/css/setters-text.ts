import { colour } from "./colour";
import { keyword, own, verbatim, type Context, type Setter } from "./setters-kit";
import type { Style, TextTransform } from "./style";
import { commaParts, isPercent, length, pixels, plainNumber, unquoted, words } from "./values";

const SERIF =
  /^(serif|ui-serif|times|times new roman|georgia|garamond|palatino|palatino linotype|book antiqua|baskerville|cambria|didot|playfair display|merriweather|lora|dejavu serif|libre baskerville|liberation serif|tinos|pt serif|eb garamond|crimson text|noto serif|source serif pro|cormorant garamond)$/;
const SANS =
  /^(sans-serif|sans|system-ui|ui-sans-serif|-apple-system|blinkmacsystemfont|arial|arial black|helvetica|helvetica neue|verdana|tahoma|trebuchet ms|geneva|lucida grande|lucida sans|lucida sans unicode|calibri|candara|century gothic|segoe ui|inter|inter variable|roboto|open sans|lato|montserrat|poppins|nunito|nunito sans|source sans pro|source sans 3|raleway|ubuntu|work sans|dm sans|noto sans|liberation sans|arimo|ibm plex sans|fira sans|oswald|pt sans|mulish|rubik|karla|manrope|public sans|avenir|avenir next|futura|gill sans|optima|franklin gothic medium|impact)$/;
/** Names of the fallback font DejaVu Sans, because a document can also select it. */
const DEJAVU = /^(dejavu sans|dejavu sans condensed|bitstream vera sans)$/;
const MONO =
  /^(monospace|ui-monospace|courier|courier new|consolas|menlo|monaco|dejavu sans mono|sfmono-regular|sf mono|liberation mono|cousine|lucida console|andale mono|source code pro|fira code|fira mono|jetbrains mono|roboto mono|ibm plex mono|ubuntu mono|inconsolata|space mono|ocr a std)$/;

function family(value: string, { faces }: Context): string {
  for (const part of commaParts(value)) {
    const name = unquoted(part).toLowerCase();
    if (faces.has(name)) return name;
    if (DEJAVU.test(name)) return "symbols";
    if (SANS.test(name)) return "sans";
    if (SERIF.test(name)) return "serif";
    if (MONO.test(name)) return "mono";
    if (/^(cursive|fantasy)$/.test(name)) return "serif";
  }
  return "serif";
}

const fontSizes: Record<string, number> = {
  "xx-small": 9,
  "x-small": 10,
  small: 13,
  medium: 16,
  large: 18,
  "x-large": 24,
  "xx-large": 32,
  "xxx-large": 48,
};

const MOST_FONT = 1_000;

function fontSize(value: string, { parent, length: context }: Context): number | null {
  const lower = value.toLowerCase();
  if (lower === "smaller") return parent.fontSize / 1.2;
  if (lower === "larger") return parent.fontSize * 1.2;
  const found = fontSizes[lower] ?? length(lower, { ...context, em: parent.fontSize });
  if (found === null) return null;
  const px = isPercent(found) ? found.px + (found.percent * parent.fontSize) / 100 : found;
  return px < 0 ? null : Math.min(px, MOST_FONT);
}

/** Reads a font weight (CSS Fonts Level 4 §2.2). Returns null for an invalid value. */
export function weightOf(value: string, parent = 400): number | null {
  const lower = value.toLowerCase();
  if (lower === "normal") return 400;
  if (lower === "bold") return 700;
  if (lower === "bolder") return parent < 350 ? 400 : parent < 550 ? 700 : Math.max(900, parent);
  if (lower === "lighter") return parent < 100 ? parent : parent < 550 ? 100 : parent < 750 ? 400 : 700;
  const number = /^\d{1,4}(\.\d+)?$/.test(lower) ? Number(lower) : 0;
  return number >= 1 && number <= 1_000 ? number : null;
}

function lineHeight(value: string, { length: context }: Context): Style["lineHeight"] | null {
  if (value === "normal") return "normal";
  const factor = plainNumber(value, context);
  if (factor !== null) return factor < 0 ? null : { factor: Math.min(factor, 100) };
  const found = length(value, context);
  if (found === null) return null;
  const px = isPercent(found) ? found.px + (found.percent * context.em) / 100 : found;
  return px < 0 ? null : { px };
}

function decorations(value: string, { parent }: Context, style: Style): Style["decorations"] {
  const lines = words(value.toLowerCase()).filter((word) => /^(underline|overline|line-through)$/.test(word));
  const own = lines.map((line) => ({ line: line as "underline", color: style.color, style: "solid" }));
  return [...parent.decorations, ...own];
}

/**
 * Returns a setter that changes the colour or style of the element's own decorations, not of inherited decorations. The line of
 * the decoration must be set first. Shorthands are expanded in this order.
 */
const ofDecoration =
  (change: (value: string, style: Style) => Partial<Style["decorations"][number]>): Setter =>
  (style, value, { parent }) => {
    const inherited = parent.decorations.length;
    style.decorations = style.decorations.map((item, index) =>
      index < inherited ? item : { ...item, ...change(value, style) },
    );
    return true;
  };

const MOST_SHADOWS = 4;

/** Reads `text-shadow`. Each shadow has two or three lengths and an optional colour (CSS Text Decoration Level 3 §5). */
function textShadow(value: string, context: Context, style: Style): Style["textShadow"] | null {
  if (value === "none") return [];
  const shadows = commaParts(value).map((part) => {
    const parts = words(part);
    const sizes = parts.map((word) => pixels(word, context.length)).filter((found) => found !== null);
    const colours = parts
      .filter((word) => pixels(word, context.length) === null)
      .map((word) => colour(word, style.color));
    const [x, y, blur = 0] = sizes;
    const color = colours.length === 0 ? style.color : colours[0];
    if (x === undefined || y === undefined || sizes.length > 3 || colours.length > 1 || !color) return null;
    return { x, y, blur: Math.max(0, Math.min(blur, 100)), color };
  });
  return shadows.every((shadow) => shadow !== null) ? shadows.slice(0, MOST_SHADOWS) : null;
}

const spacing = (value: string, { length: context }: Context) =>
  value === "normal" ? 0 : pixels(value, context);

const borderSpacing = (value: string, { length: context }: Context): Style["spacing"] | null => {
  const [across, down = across] = words(value).map((word) => pixels(word, context));
  return across === null || across === undefined || down === null || down === undefined
    ? null
    : [across, down];
};

const transforms: Readonly<Record<string, TextTransform>> = {
  none: "none",
  uppercase: "uppercase",
  lowercase: "lowercase",
  capitalize: "capitalize",
  // These values are valid in CSS but have no effect in this renderer.
  "full-width": "none",
  "full-size-kana": "none",
  "math-auto": "none",
};

function textTransform(value: string): TextTransform | null {
  const found = words(value.toLowerCase()).map((word) =>
    Object.hasOwn(transforms, word) ? transforms[word]! : null,
  );
  if (found.length === 0 || found.includes(null)) return null;
  return found.find((transform) => transform !== "none") ?? "none";
}

const textAlign = keyword("textAlign", true, {
  start: "start",
  left: "left",
  right: "right",
  end: "end",
  center: "center",
  justify: "justify",
  "-webkit-center": "center",
  "-webkit-right": "right",
  "-webkit-left": "left",
});

export const textSetters: Record<string, Setter> = {
  color: own("color", (value, { parent }) => colour(value, parent.color), true),
  "font-size": own("fontSize", fontSize, true),
  "font-family": own("family", family, true),
  "font-weight": own("weight", (value, { parent }) => weightOf(value, parent.weight), true),
  "font-style": own("italic", (value) => /^(italic|oblique)/.test(value), true),
  "font-variant": own("smallCaps", (value) => value.includes("small-caps"), true),
  "font-variant-caps": own("smallCaps", (value) => value.includes("small-caps"), true),
  "line-height": own("lineHeight", lineHeight, true),
  "text-align": (style, value, context) => {
    const lower = value.toLowerCase();
    // Only th elements have this value, from the user agent style sheet. A th element is centred unless an ancestor sets
    // text-align (HTML Living Standard, Rendering §15.3.10).
    if (lower === "-internal-center") {
      if (context.parent.textAlign === "start") style.textAlign = "center";
      return true;
    }
    if (!textAlign(style, value, context)) return false;
    if (lower !== "inherit")
      style.blockAlign =
        lower === "-webkit-center" ? "center" : lower === "-webkit-right" ? "right" : "start";
    return true;
  },
  "text-align-last": keyword("textAlignLast", true, {
    auto: "auto",
    start: "start",
    end: "end",
    left: "left",
    right: "right",
    center: "center",
    justify: "justify",
  }),
  "text-indent": own("textIndent", (value, { length: context }) => length(value, context), true),
  "text-transform": own("textTransform", textTransform, true),
  "white-space": keyword("whiteSpace", true, {
    normal: "normal",
    nowrap: "nowrap",
    pre: "pre",
    "pre-wrap": "pre-wrap",
    "pre-line": "pre-line",
    "break-spaces": "pre-wrap",
  }),
  "overflow-wrap": own("overflowWrap", (value) => /^(break-word|anywhere)$/.test(value), true),
  "word-break": (style, value, context) => {
    if (value === "break-word") style.overflowWrap = true;
    return own("breakAll", (text) => text === "break-all", true)(style, value, context);
  },
  "letter-spacing": own("letterSpacing", spacing, true),
  "word-spacing": own("wordSpacing", spacing, true),
  "list-style-type": verbatim("listStyleType", true),
  "list-style-position": own("listInside", (value) => value === "inside", true),
  visibility: own("visible", (value) => value === "visible", true),
  "unicode-bidi": keyword("unicodeBidi", false, {
    normal: "normal",
    embed: "embed",
    isolate: "isolate",
    "bidi-override": "bidi-override",
    "isolate-override": "isolate-override",
    plaintext: "plaintext",
  }),
  direction: keyword("direction", true, { ltr: "ltr", rtl: "rtl" }),
  "border-collapse": own("collapse", (value) => value === "collapse", true),
  "border-spacing": own("spacing", borderSpacing, true),
  "caption-side": own("captionBottom", (value) => value === "bottom", true),
  "empty-cells": own("hideEmpty", (value) => value === "hide", true),
  orphans: own("orphans", (value) => (/^[1-9]\d?$/.test(value) ? Number(value) : null), true),
  widows: own("widows", (value) => (/^[1-9]\d?$/.test(value) ? Number(value) : null), true),
  "text-shadow": own("textShadow", textShadow, true),
  "text-decoration-line": own("decorations", decorations),
  "text-decoration-color": ofDecoration((value, style) => ({
    color: colour(value, style.color) ?? style.color,
  })),
  "text-decoration-style": ofDecoration((value) => ({ style: value })),
};
