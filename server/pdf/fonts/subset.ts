import type { Font } from "fontkit";

/*
 * Subsets of TrueType fonts (OpenType 1.9; ISO 32000-1 §9.9). This module copies glyphs without hinting instructions and caches
 * them for each font. This module replaces the subsets of fontkit, which parse every glyph and write every table again. With
 * fontkit, the subset takes an eighth of the time of a page.
 */

/** A subset of a font. Its glyphs are in the order of their first use. */
export interface Subset {
  /** Adds a glyph to the subset. Returns the number of the glyph in the subset. */
  includeGlyph: (glyph: number) => number;
  /** Returns the font file of the subset. No glyphs can be added after this call. */
  encode: () => Uint8Array;
}

interface Piece {
  /** The outline of the glyph in the format of the `glyf` table. Null for a glyph without an outline, such as a space. */
  bytes: Uint8Array | null;
  /** Components of a composite glyph. `at` is the offset of the component's number in `bytes`. */
  parts: { at: number; glyph: number }[];
  advance: number;
  bearing: number;
}

interface Table {
  offset: number;
  length: number;
}

const ARGS_ARE_WORDS = 0x1;
const HAS_SCALE = 0x8;
const MORE_COMPONENTS = 0x20;
const HAS_TWO_SCALES = 0x40;
const HAS_MATRIX = 0x80;
const HAS_INSTRUCTIONS = 0x100;

/**
 * Returns a function that creates subsets of a font. Returns null for a font without TrueType outlines, a packed font and a
 * variable font.
 */
export function subsetsOf(font: Font, bytes: Uint8Array): (() => Subset) | null {
  // Converts the Buffer to a plain Uint8Array, because `slice` of a Buffer does not copy its bytes.
  const file = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const tables = tablesOf(view);
  const [head, hhea, maxp, loca, glyf, hmtx] = ["head", "hhea", "maxp", "loca", "glyf", "hmtx"].map((tag) =>
    tables.get(tag),
  );
  if (!head || !hhea || !maxp || !loca || !glyf || !hmtx || tables.has("fvar")) return null;
  // A table that is shorter than specified has missing fields.
  if (head.length < 54 || hhea.length < 36 || maxp.length < 6) return null;
  const count = font.numGlyphs;
  const metrics = view.getUint16(hhea.offset + 34);
  const long = view.getInt16(head.offset + 50) === 1;
  const placeOf = (glyph: number) =>
    glyf.offset +
    (long ? view.getUint32(loca.offset + glyph * 4) : view.getUint16(loca.offset + glyph * 2) * 2);
  const pieces = new Map<number, Piece>();

  const read = (glyph: number): Piece => {
    const from = placeOf(glyph);
    const length = placeOf(glyph + 1) - from;
    const own = Math.min(glyph, metrics - 1);
    const advance = view.getUint16(hmtx.offset + own * 4);
    const bearing =
      glyph < metrics
        ? view.getInt16(hmtx.offset + glyph * 4 + 2)
        : view.getInt16(hmtx.offset + metrics * 4 + (glyph - metrics) * 2);
    if (length <= 0) return { bytes: null, parts: [], advance, bearing };
    const glyphBytes = file.subarray(from, from + length);
    const shape = view.getInt16(from) < 0 ? composite(glyphBytes) : simple(glyphBytes);
    return { ...shape, advance, bearing };
  };
  const nothing: Piece = { bytes: null, parts: [], advance: 0, bearing: 0 };
  const pieceOf = (glyph: number): Piece => {
    let piece = pieces.get(glyph);
    if (!piece) {
      try {
        piece = read(glyph);
      } catch {
        // A glyph with an invalid offset is drawn as an empty glyph.
        piece = nothing;
      }
      pieces.set(glyph, piece);
    }
    return piece;
  };
  const part = ({ offset, length }: Table) => file.slice(offset, offset + length);

  return () => {
    const glyphs = [0];
    const numbers = new Map([[0, 0]]);
    const includeGlyph = (glyph: number) => {
      const before = numbers.get(glyph);
      if (before !== undefined) return before;
      const number = glyphs.length;
      glyphs.push(glyph);
      numbers.set(glyph, number);
      return number;
    };
    const encode = () => {
      const used: Piece[] = [];
      // During the loop, `includeGlyph` appends the components of composite glyphs to the array.
      for (let index = 0; index < glyphs.length; index++) {
        const glyph = glyphs[index]!;
        const piece = pieceOf(glyph < count ? glyph : 0);
        used.push(piece);
        for (const { glyph: needed } of piece.parts) includeGlyph(needed);
      }
      return assemble(used, includeGlyph, { head: part(head), hhea: part(hhea), maxp: part(maxp) });
    };
    return { includeGlyph, encode };
  };
}

function tablesOf(view: DataView): Map<string, Table> {
  const tables = new Map<string, Table>();
  const version = view.byteLength > 12 ? view.getUint32(0) : 0;
  if (version !== 0x00010000 && version !== 0x74727565) return tables;
  // The number of tables in the file header is limited by the size of the file. Therefore, a damaged file cannot cause a long
  // loop.
  const count = Math.min(view.getUint16(4), Math.floor((view.byteLength - 12) / 16));
  for (let index = 0; index < count; index++) {
    const at = 12 + index * 16;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(at + byte)));
    const table = { offset: view.getUint32(at + 8), length: view.getUint32(at + 12) };
    if (table.offset + table.length <= view.byteLength) tables.set(tag, table);
  }
  return tables;
}

/** Copies a simple glyph without its hinting instructions (OpenType, glyf). */
function simple(bytes: Uint8Array): Pick<Piece, "bytes" | "parts"> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = 10 + view.getInt16(0) * 2;
  const instructions = view.getUint16(at);
  const shorter = new Uint8Array(bytes.length - instructions);
  shorter.set(bytes.subarray(0, at));
  shorter.set(bytes.subarray(at + 2 + instructions), at + 2);
  return { bytes: shorter, parts: [] };
}

/** Copies a composite glyph and returns the offsets of its component numbers. */
function composite(bytes: Uint8Array): Pick<Piece, "bytes" | "parts"> {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  const parts: Piece["parts"] = [];
  let at = 10;
  for (let more = true; more;) {
    const flags = view.getUint16(at);
    parts.push({ at: at + 2, glyph: view.getUint16(at + 2) });
    view.setUint16(at, flags & ~HAS_INSTRUCTIONS);
    at += 4 + (flags & ARGS_ARE_WORDS ? 4 : 2);
    at += flags & HAS_SCALE ? 2 : flags & HAS_TWO_SCALES ? 4 : flags & HAS_MATRIX ? 8 : 0;
    more = (flags & MORE_COMPONENTS) !== 0;
  }
  return { bytes: copy.subarray(0, at), parts };
}

const padded = (length: number) => (length + 3) & ~3;

/** Writes the font file of a subset. The file has only the tables that PDF readers need (ISO 32000-1 §9.9). */
function assemble(
  used: Piece[],
  numberOf: (glyph: number) => number,
  { head, hhea, maxp }: Record<"head" | "hhea" | "maxp", Uint8Array>,
): Uint8Array {
  const total = used.reduce((sum, { bytes }) => sum + padded(bytes?.length ?? 0), 0);
  const glyf = new Uint8Array(total);
  const loca = new Uint8Array((used.length + 1) * 4);
  const hmtx = new Uint8Array(used.length * 4);
  const [glyfView, locaView, hmtxView] = [glyf, loca, hmtx].map((bytes) => new DataView(bytes.buffer));
  let at = 0;
  for (const [index, { bytes, parts, advance, bearing }] of used.entries()) {
    locaView!.setUint32(index * 4, at);
    hmtxView!.setUint16(index * 4, advance);
    hmtxView!.setInt16(index * 4 + 2, bearing);
    if (!bytes) continue;
    glyf.set(bytes, at);
    for (const part of parts) glyfView!.setUint16(at + part.at, numberOf(part.glyph));
    at += padded(bytes.length);
  }
  locaView!.setUint32(used.length * 4, at);
  const set = (bytes: Uint8Array, offset: number, value: number) =>
    new DataView(bytes.buffer).setUint16(offset, value);
  set(head, 50, 1);
  set(hhea, 34, used.length);
  set(maxp, 4, used.length);
  return fontFile({ glyf, head, hhea, hmtx, loca, maxp });
}

/** Writes a font file with these tables in the order of their tags (OpenType, Organization of an OpenType font). */
function fontFile(tables: Record<string, Uint8Array>): Uint8Array {
  const entries = Object.entries(tables);
  const start = 12 + entries.length * 16;
  const bytes = new Uint8Array(entries.reduce((sum, [, table]) => sum + padded(table.length), start));
  const view = new DataView(bytes.buffer);
  const power = Math.floor(Math.log2(entries.length));
  view.setUint32(0, 0x00010000);
  view.setUint16(4, entries.length);
  view.setUint16(6, 16 * 2 ** power);
  view.setUint16(8, power);
  view.setUint16(10, 16 * (entries.length - 2 ** power));
  let at = start;
  for (const [index, [tag, table]] of entries.entries()) {
    bytes.set(table, at);
    const entry = 12 + index * 16;
    for (let byte = 0; byte < 4; byte++) view.setUint8(entry + byte, tag.charCodeAt(byte));
    view.setUint32(entry + 4, checksum(view, at, padded(table.length)));
    view.setUint32(entry + 8, at);
    view.setUint32(entry + 12, table.length);
    at += padded(table.length);
  }
  return bytes;
}

function checksum(view: DataView, from: number, length: number): number {
  let sum = 0;
  for (let at = from; at < from + length; at += 4) sum = (sum + view.getUint32(at)) | 0;
  return sum >>> 0;
}
