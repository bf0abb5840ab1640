import { colour, black, hasUnknownFunction, type Colour } from "./colour";
import { field, flag, inherits, keyword, verbatim, type Facts, type Property, type Reader } from "./property";
import { commaParts, isPercent, length, pixels, plainNumber, unquoted, words, type Length } from "./values";

/* Properties of text, lists and tables. Most of them are inherited. */

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

const SERIF =
  /^(serif|ui-serif|times|times new roman|georgia|garamond|palatino|palatino linotype|book antiqua|baskerville|cambria|didot|playfair display|merriweather|lora|dejavu serif|libre baskerville|liberation serif|tinos|pt serif|eb garamond|crimson text|noto serif|source serif pro|cormorant garamond)$/;
const SANS =
  /^(sans-serif|sans|system-ui|ui-sans-serif|-apple-system|blinkmacsystemfont|arial|arial black|helvetica|helvetica neue|verdana|tahoma|trebuchet ms|geneva|lucida grande|lucida sans|lucida sans unicode|calibri|candara|century gothic|segoe ui|inter|inter variable|roboto|open sans|lato|montserrat|poppins|nunito|nunito sans|source sans pro|source sans 3|raleway|ubuntu|work sans|dm sans|noto sans|liberation sans|arimo|ibm plex sans|fira sans|oswald|pt sans|mulish|rubik|karla|manrope|public sans|avenir|avenir next|futura|gill sans|optima|franklin gothic medium|impact)$/;
/** Names of the fallback font DejaVu Sans, because a document can also select it. */
const DEJAVU = /^(dejavu sans|dejavu sans condensed|bitstream vera sans)$/;
const MONO =
  /^(monospace|ui-monospace|courier|courier new|consolas|menlo|monaco|dejavu sans mono|sfmono-regular|sf mono|liberation mono|cousine|lucida console|andale mono|source code pro|fira code|fira mono|jetbrains mono|roboto mono|ibm plex mono|ubuntu mono|inconsolata|space mono|ocr a std)$/;

const family: Reader<string> = (value, { faces }) => {
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
};

const fontSizes = new Map([
  ["xx-small", 9],
  ["x-small", 10],
  ["small", 13],
  ["medium", 16],
  ["large", 18],
  ["x-large", 24],
  ["xx-large", 32],
  ["xxx-large", 48],
]);

const MOST_FONT = 1_000;

const fontSize: Reader<number> = (value, { inherited, length: context }) => {
  const lower = value.toLowerCase();
  if (lower === "smaller") return inherited / 1.2;
  if (lower === "larger") return inherited * 1.2;
  const found = fontSizes.get(lower) ?? length(lower, { ...context, em: inherited });
  if (found === null) return null;
  const px = isPercent(found) ? found.px + (found.percent * inherited) / 100 : found;
  return px < 0 ? null : Math.min(px, MOST_FONT);
};

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

type LineHeight = "normal" | { factor: number } | { px: number };

const lineHeight: Reader<LineHeight> = (value, { length: context }) => {
  if (value === "normal") return "normal";
  const factor = plainNumber(value, context);
  if (factor !== null) return factor < 0 ? null : { factor: Math.min(factor, 100) };
  const found = length(value, context);
  if (found === null) return null;
  const px = isPercent(found) ? found.px + (found.percent * context.em) / 100 : found;
  return px < 0 ? null : { px };
};

type Decorations = readonly Decoration[];

const decorations: Reader<Decorations> = (value, { inherited, color }) => {
  const lines = words(value.toLowerCase()).filter((word) => /^(underline|overline|line-through)$/.test(word));
  return [...inherited, ...lines.map((line) => ({ line: line as "underline", color, style: "solid" }))];
};

/**
 * Returns a reader that changes the colour or style of the element's own decorations, not of inherited decorations. The line of
 * the decoration must be set first. Shorthands are expanded in this order.
 */
const ofDecoration =
  (change: (value: string, facts: Facts<Decorations>) => Partial<Decoration>): Reader<Decorations> =>
  (value, facts) =>
    facts.before.map((item, index) =>
      index < facts.inherited.length ? item : { ...item, ...change(value, facts) },
    );

const MOST_SHADOWS = 4;

/** Reads `text-shadow`. Each shadow has two or three lengths and an optional colour (CSS Text Decoration Level 3 §5). */
const textShadow: Reader<readonly TextShadow[]> = (value, { length: context, color: current }) => {
  if (value === "none") return [];
  const shadows = commaParts(value).map((part) => {
    const parts = words(part);
    const sizes = parts.map((word) => pixels(word, context)).filter((found) => found !== null);
    const colours = parts
      .filter((word) => pixels(word, context) === null)
      .map((word) => colour(word, current));
    const [x, y, blur = 0] = sizes;
    const color = colours.length === 0 ? current : colours[0];
    if (x === undefined || y === undefined || sizes.length > 3 || colours.length > 1 || !color) return null;
    return { x, y, blur: Math.max(0, Math.min(blur, 100)), color };
  });
  return shadows.every((shadow) => shadow !== null) ? shadows.slice(0, MOST_SHADOWS) : null;
};

const spacing: Reader<number> = (value, { length: context }) =>
  value === "normal" ? 0 : pixels(value, context);

const borderSpacing: Reader<readonly [number, number]> = (value, { length: context }) => {
  const [across, down = across] = words(value).map((word) => pixels(word, context));
  return across === null || across === undefined || down === null || down === undefined
    ? null
    : [across, down];
};

export type TextTransform = "none" | "uppercase" | "lowercase" | "capitalize";

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

const textTransform: Reader<TextTransform> = (value) => {
  const found = words(value.toLowerCase()).map((word) =>
    Object.hasOwn(transforms, word) ? transforms[word]! : null,
  );
  if (found.length === 0 || found.includes(null)) return null;
  return found.find((transform) => transform !== "none") ?? "none";
};

const alignments = ["start", "left", "right", "end", "center", "justify"] as const;
type TextAlign = (typeof alignments)[number];

const named = keyword("text-align", alignments, {
  "-webkit-center": "center",
  "-webkit-right": "right",
  "-webkit-left": "left",
}).css!["text-align"]!;

/**
 * Only th elements have the value `-internal-center`, from the user agent style sheet. A th element is centred unless an ancestor
 * sets text-align (HTML Living Standard, Rendering §15.3.10).
 */
const textAlign: Reader<TextAlign> = (value, facts) =>
  value.toLowerCase() === "-internal-center"
    ? facts.inherited === "start"
      ? "center"
      : facts.before
    : named(value, facts);

type BlockAlign = "start" | "center" | "right";

const blockAlign: Reader<BlockAlign> = (value, { before }) => {
  const lower = value.toLowerCase();
  if (lower === "inherit" || lower === "-internal-center") return before;
  return lower === "-webkit-center" ? "center" : lower === "-webkit-right" ? "right" : "start";
};

const count: Reader<number> = (value) => (/^[1-9]\d?$/.test(value) ? Number(value) : null);

export const textProperties = {
  color: field<Colour>("color", black, (value, { inherited }) => colour(value, inherited), {
    ...inherits,
    unsupported: { color: hasUnknownFunction },
  }),
  fontSize: field("font-size", 16, fontSize, inherits),
  /** `sans`, `serif`, `mono`, `symbols` (DejaVu Sans), or the family name of an @font-face rule. */
  family: field("font-family", "serif", family, inherits),
  /** From 1 to 1000. 400 is normal and 700 is bold. */
  weight: field("font-weight", 400, (value, { inherited }) => weightOf(value, inherited), inherits),
  italic: flag("font-style", (value) => /^(italic|oblique)/.test(value), inherits),
  smallCaps: flag(["font-variant", "font-variant-caps"], (value) => value.includes("small-caps"), inherits),
  lineHeight: field<LineHeight>("line-height", "normal", lineHeight, inherits),
  textAlign: field<TextAlign>("text-align", "start", textAlign, inherits),
  /** Alignment of the last line of a block, and of each line before a forced line break. */
  textAlignLast: keyword("text-align-last", ["auto", ...alignments], {}, inherits),
  /** Horizontal alignment of child blocks that are narrower than this block. Set by the HTML attribute `align`. */
  blockAlign: {
    initial: "start",
    inherits: true,
    parts: { "text-align": blockAlign },
  } as Property<BlockAlign>,
  textIndent: field<Length>("text-indent", 0, (value, facts) => length(value, facts.length), inherits),
  textTransform: field<TextTransform>("text-transform", "none", textTransform, inherits),
  whiteSpace: keyword(
    "white-space",
    ["normal", "nowrap", "pre", "pre-wrap", "pre-line"],
    { "break-spaces": "pre-wrap" },
    inherits,
  ),
  overflowWrap: flag("overflow-wrap", (value) => /^(break-word|anywhere)$/.test(value), {
    ...inherits,
    parts: { "word-break": (value, { before }) => value === "break-word" || before },
  }),
  breakAll: flag("word-break", (value) => value === "break-all", inherits),
  letterSpacing: field("letter-spacing", 0, spacing, inherits),
  wordSpacing: field("word-spacing", 0, spacing, inherits),
  listStyleType: verbatim("list-style-type", "disc", inherits),
  listInside: flag("list-style-position", (value) => value === "inside", inherits),
  visible: field<boolean>("visibility", true, (value) => value === "visible", inherits),
  direction: keyword("direction", ["ltr", "rtl"], {}, inherits),
  unicodeBidi: keyword("unicode-bidi", [
    "normal",
    "embed",
    "isolate",
    "bidi-override",
    "isolate-override",
    "plaintext",
  ]),
  collapse: flag("border-collapse", (value) => value === "collapse", inherits),
  spacing: field<readonly [number, number]>("border-spacing", [0, 0], borderSpacing, inherits),
  captionBottom: flag("caption-side", (value) => value === "bottom", inherits),
  hideEmpty: flag("empty-cells", (value) => value === "hide", inherits),
  orphans: field("orphans", 2, count, inherits),
  widows: field("widows", 2, count, inherits),
  textShadow: field<readonly TextShadow[]>("text-shadow", [], textShadow, inherits),
  decorations: field<Decorations>("text-decoration-line", [], decorations, {
    propagates: true,
    parts: {
      "text-decoration-color": ofDecoration((value, { color }) => ({ color: colour(value, color) ?? color })),
      "text-decoration-style": ofDecoration((value) => ({ style: value })),
    },
  }),
};
