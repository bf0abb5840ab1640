import type { CodedText } from "../../kernel/texts/define";
import { pdfWarnings, type Warnings } from "../warnings";
import type { FontFace } from "../css/sheet";
import type { Style } from "../css/style";
import { faceFromFile, faceOf, type Face } from "./face";
import { fallbacks, fileOf, isShipped, type Shipped } from "./files";
import { descriptorOf, nameOf } from "./font-facts";

/*
 * Selects the font of each character. Bundled fonts are opened at first use and stay open for all documents. The fonts of a
 * document exist only while this document is rendered.
 */

/** A part of a text that has the same font. */
export interface Run {
  face: Face;
  text: string;
  /** Width as a fraction of the font size. */
  width: number;
  /** Number of spaces. No-break spaces are included, because word spacing also applies to them. */
  spaces: number;
  letters: number;
}

const opened = new Map<string, Face>();

function shipped(name: Shipped, bold: boolean, italic: boolean): Face {
  const key = `${name}${bold ? "-bold" : ""}${italic ? "-italic" : ""}`;
  let face = opened.get(key);
  if (!face) opened.set(key, (face = faceFromFile(fileOf(name, bold, italic))));
  return face;
}

export type FontStyle = Pick<Style, "family" | "weight" | "italic">;

/**
 * Returns true for a weight that selects the bold font of a bundled family. Each bundled family has only a regular and a bold
 * weight.
 */
const isBold = ({ weight }: FontStyle) => weight >= 600;

export interface Library {
  faces: ReadonlySet<string>;
  primary: (style: FontStyle) => Face;
  /** Splits a text into runs. A new run begins where the font changes. */
  runs: (text: string, style: FontStyle) => readonly Run[];
}

const MOST_TEXTS = 20_000;
const MOST_FACE_BYTES = 4 * 1024 * 1024;
/**
 * Returns true for a joiner, variation selector or combining mark. These characters have the same font as the character before
 * them.
 */
const attached = (code: number) =>
  code === 0x200d ||
  code === 0x200c ||
  (code >= 0xfe00 && code <= 0xfe0f) ||
  (code >= 0x300 && code <= 0x36f) ||
  (code >= 0x1f3fb && code <= 0x1f3ff);
const invisible = (code: number) =>
  code < 0x20 ||
  code === 0x200b ||
  code === 0xfeff ||
  (code >= 0x200e && code <= 0x200f) ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2060 && code <= 0x2069);

/**
 * The fonts of one family and style in order of preference, with cached runs and with cached warnings about missing characters.
 */
interface Slot {
  faces: readonly [Face, ...Face[]];
  texts: Map<string, readonly Run[]>;
  missing: Map<string, readonly CodedText[]>;
}
type Slots = Map<string, (Slot | undefined)[]>;

const knownSlots: Slots = new Map();

/** The opened fonts of the style sheets of a document, with their cached runs. */
export interface OwnFonts {
  byFamily: ReadonlyMap<string, Own[]>;
  slots: Slots;
}

/** Creates the warning about a character that is missing in all fonts. */
const missingLetter = (code: number) =>
  pdfWarnings.letter_missing({
    letter: String.fromCodePoint(code),
    codePoint: code.toString(16).toUpperCase().padStart(4, "0"),
  });

/** Creates the library of all fonts that one document can use. */
export function createLibrary({ byFamily: loaded, slots: ownSlots }: OwnFonts, warnings: Warnings): Library {
  const find = (style: FontStyle): Slot["faces"] => {
    const { family, italic } = style;
    const [first, ...others] = matched(loaded.get(family) ?? [], style);
    return first
      ? [first, ...others]
      : [shipped(isShipped(family) ? family : "serif", isBold(style), italic)];
  };
  const faceFor = (code: number, faces: Slot["faces"], style: FontStyle, missing: Set<number>): Face => {
    const [first] = faces;
    if (first.has(code) || code <= 0x20) return first;
    // A family can have many font files. Each of these files contains only some characters (unicode-range).
    const own = faces.find((face) => face.has(code));
    if (own) return own;
    for (const name of fallbacks(code)) {
      const face = shipped(name, isBold(style), style.italic);
      if (face.has(code)) return face;
    }
    missing.add(code);
    return first;
  };
  const slotOf = (style: FontStyle): Slot => {
    const isOwn = loaded.has(style.family);
    const slots = isOwn ? ownSlots : knownSlots;
    let styles = slots.get(style.family);
    if (!styles) slots.set(style.family, (styles = []));
    const index = (isOwn ? style.weight * 2 : isBold(style) ? 2 : 0) + (style.italic ? 1 : 0);
    return (styles[index] ??= { faces: find(style), texts: new Map(), missing: new Map() });
  };
  const cut = (text: string, style: FontStyle, slot: Slot): readonly Run[] => {
    const missing = new Set<number>();
    const runs: { face: Face; text: string }[] = [];
    for (const character of text) {
      const code = character.codePointAt(0)!;
      if (invisible(code)) continue;
      const last = runs.at(-1);
      const face =
        last && (attached(code) || code === 0x20) ? last.face : faceFor(code, slot.faces, style, missing);
      if (attached(code) && !face.has(code)) continue;
      if (last?.face === face) last.text += character;
      else runs.push({ face, text: character });
    }
    if (missing.size > 0) slot.missing.set(text, [...missing].map(missingLetter));
    return runs.map(({ face, text: part }) => ({
      face,
      text: part,
      width: widthOf(face, part),
      spaces: spacesIn(part),
      letters: [...part].length,
    }));
  };
  return {
    faces: new Set(loaded.keys()),
    primary: (style) => slotOf(style).faces[0],
    runs: (text, style) => {
      const slot = slotOf(style);
      let found = slot.texts.get(text);
      if (!found) {
        if (slot.texts.size >= MOST_TEXTS) {
          slot.texts.clear();
          slot.missing.clear();
        }
        slot.texts.set(text, (found = cut(text, style, slot)));
      }
      if (slot.missing.size > 0) for (const warning of slot.missing.get(text) ?? []) warnings.add(warning);
      return found;
    },
  };
}

/** Returns the number of spaces in a text. Word spacing and justification widen each space (CSS Text Level 3 §7.1). */
export function spacesIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x20 || code === 0xa0) count += 1;
  }
  return count;
}

/**
 * Returns the width of a text as a fraction of the font size. Measures each word together with the space after it, because
 * `FontInFile.show` writes text in the same parts.
 */
export function widthOf(face: Face, text: string): number {
  let width = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++)
    if (text[at] === " " || at === text.length - 1) {
      width += face.width(text.slice(from, at + 1));
      from = at + 1;
    }
  return width;
}

interface Own extends Pick<FontFace, "weights" | "italic"> {
  face: Face;
}

/** Sorts the fonts of a family. The font that matches the style best is first (CSS Fonts Level 4 §5.2). */
function matched(own: readonly Own[], { weight, italic }: FontStyle): Face[] {
  // If no font has the exact weight, bold text prefers a heavier font, and light text prefers a lighter font. Normal text
  // prefers weights up to 500.
  const rank = (near: number): number => {
    if (weight > 500) return near > weight ? 0 : 1;
    if (weight < 400 || near < weight) return near < weight ? Number(weight >= 400) : 1;
    return near <= 500 ? 0 : 2;
  };
  const distance = ({ weights: [least, most] }: Own): number => {
    const near = Math.max(least, Math.min(most, weight));
    return near === weight ? 0 : Math.abs(near - weight) + rank(near) * 1_000;
  };
  const worth = (one: Own) => distance(one) + (one.italic === italic ? 0 : 10_000);
  return [...own].sort((one, other) => worth(one) - worth(other)).map(({ face }) => face);
}

/**
 * Checks a font of a style sheet. Reads the tables that shaping and embedding need. Throws if one of these tables is damaged.
 */
function prove(face: Face): void {
  const subset = face.createSubset();
  for (const { id } of [face.font.getGlyph(0), ...face.shape("Aag 10 fi").glyphs]) {
    if (!Number.isFinite(face.font.getGlyph(id).advanceWidth)) throw new Error("a glyph without a width");
    subset.includeGlyph(id);
  }
  subset.encode();
  nameOf(face);
  for (const value of [face.ascent, face.descent, face.lineGap, ...Object.values(descriptorOf(face))].flat())
    if (typeof value === "number" && !Number.isFinite(value)) throw new Error("a measure that is none");
}

/** Opens the fonts of the style sheets. Adds a warning for each font that cannot be read. */
export function openFonts(own: FontFace[], warnings: Warnings): OwnFonts {
  const loaded = new Map<string, Own[]>();
  for (const { family, weights, italic, source } of own.slice(0, 32)) {
    try {
      const [head = "", ...body] = source.split(",");
      const bytes = Buffer.from(
        decodeURIComponent(body.join(",")),
        head.endsWith(";base64") ? "base64" : "latin1",
      );
      if (bytes.length > MOST_FACE_BYTES) throw new Error("too large");
      const face = faceOf(bytes);
      prove(face);
      loaded.set(family, [...(loaded.get(family) ?? []), { face, weights, italic }]);
    } catch {
      warnings.add(pdfWarnings.font_face_unreadable({ family: family.slice(0, 50) }));
    }
  }
  return { byFamily: loaded, slots: new Map() };
}
