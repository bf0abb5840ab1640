import type { FontFace } from "../css/sheet";
import type { Style } from "../css/style";
import { faceFromFile, faceOf, type Face } from "./face";
import { fallbacks, fileOf, isShipped, type Shipped } from "./files";

/*
 * Which font prints which letter. The fonts that come with the server are opened when they are first needed and stay open;
 * a document's own go with it.
 */

/** Text in one font. */
export interface Run {
  face: Face;
  text: string;
  /** As a share of the font size. */
  width: number;
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

export type FontStyle = Pick<Style, "family" | "bold" | "italic">;

export interface Library {
  faces: ReadonlySet<string>;
  primary: (style: FontStyle) => Face;
  /** The text cut where the font changes. */
  runs: (text: string, style: FontStyle) => readonly Run[];
}

const MOST_TEXTS = 20_000;
const MOST_FACE_BYTES = 4 * 1024 * 1024;
/** What joins, hides or changes the letter before it stays in that letter's font. */
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

/** What is known of a family's style: its first font, texts that were cut, and what no font has of their letters. */
interface Slot {
  first: Face;
  texts: Map<string, readonly Run[]>;
  missing: Map<string, readonly string[]>;
}
type Slots = Map<string, (Slot | undefined)[]>;

const knownSlots: Slots = new Map();

/** The fonts that style sheets bring, opened; what was cut in them is known as long as they are. */
export interface OwnFonts {
  byFamily: ReadonlyMap<string, Own[]>;
  slots: Slots;
}

/** The fonts of one document. */
export function createLibrary(
  { byFamily: loaded, slots: ownSlots }: OwnFonts,
  warnings: Set<string>,
): Library {
  const find = ({ family, bold, italic }: FontStyle): Face => {
    const mine = loaded.get(family);
    if (mine)
      return (
        mine.find((face) => face.bold === bold && face.italic === italic)?.face ??
        mine.find((face) => face.bold === bold)?.face ??
        mine[0]!.face
      );
    return shipped(isShipped(family) ? family : "serif", bold, italic);
  };
  const faceFor = (code: number, first: Face, { bold, italic }: FontStyle, missing: Set<string>): Face => {
    if (first.has(code) || code <= 0x20) return first;
    for (const name of fallbacks(code)) {
      const face = shipped(name, bold, italic);
      if (face.has(code)) return face;
    }
    missing.add(
      `no font has the letter ${String.fromCodePoint(code)} (U+${code.toString(16).toUpperCase().padStart(4, "0")})`,
    );
    return first;
  };
  const slotOf = (style: FontStyle): Slot => {
    const slots = loaded.has(style.family) ? ownSlots : knownSlots;
    let styles = slots.get(style.family);
    if (!styles) slots.set(style.family, (styles = []));
    const index = (style.bold ? 1 : 0) + (style.italic ? 2 : 0);
    return (styles[index] ??= { first: find(style), texts: new Map(), missing: new Map() });
  };
  const cut = (text: string, style: FontStyle, slot: Slot): readonly Run[] => {
    const missing = new Set<string>();
    const runs: { face: Face; text: string }[] = [];
    for (const character of text) {
      const code = character.codePointAt(0)!;
      if (invisible(code)) continue;
      const last = runs.at(-1);
      const face =
        last && (attached(code) || code === 0x20) ? last.face : faceFor(code, slot.first, style, missing);
      if (attached(code) && !face.has(code)) continue;
      if (last?.face === face) last.text += character;
      else runs.push({ face, text: character });
    }
    if (missing.size > 0) slot.missing.set(text, [...missing]);
    return runs.map(({ face, text: part }) => ({
      face,
      text: part,
      width: widthOf(face, part),
      spaces: part.split(" ").length - 1,
      letters: [...part].length,
    }));
  };
  return {
    faces: new Set(loaded.keys()),
    primary: (style) => slotOf(style).first,
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
      if (slot.missing.size > 0) for (const words of slot.missing.get(text) ?? []) warnings.add(words);
      return found;
    },
  };
}

/** As `FontInFile.show` sets it: word by word, each with the space after it. */
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

interface Own {
  face: Face;
  bold: boolean;
  italic: boolean;
}

/** Opens the fonts that style sheets bring; what cannot be read is said in `warnings`. */
export function openFonts(own: FontFace[], warnings: Set<string>): OwnFonts {
  const loaded = new Map<string, Own[]>();
  for (const { family, bold, italic, source } of own.slice(0, 32)) {
    try {
      const [head = "", ...body] = source.split(",");
      const bytes = Buffer.from(
        decodeURIComponent(body.join(",")),
        head.endsWith(";base64") ? "base64" : "latin1",
      );
      if (bytes.length > MOST_FACE_BYTES) throw new Error("too large");
      const face = faceOf(bytes);
      loaded.set(family, [...(loaded.get(family) ?? []), { face, bold, italic }]);
    } catch {
      warnings.add(`@font-face ${family.slice(0, 50)} cannot be read`);
    }
  }
  return { byFamily: loaded, slots: new Map() };
}
