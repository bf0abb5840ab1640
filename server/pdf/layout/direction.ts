import bidiFactory from "bidi-js";
import type { Style } from "../css/style";
import type { Paragraph } from "./items";
import type { Set } from "./line-box";

/* Reorders lines with right-to-left text (Unicode Bidirectional Algorithm, rule L2). */

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u202b\u202e\u2067]/;

/** Returns true if a text has right-to-left letters. */
export const isRightToLeft = (text: string) => RIGHT_TO_LEFT.test(text);

let bidi: ReturnType<typeof bidiFactory> | null = null;
function levelsOf(paragraph: Paragraph, direction: "ltr" | "rtl"): Uint8Array {
  bidi ??= bidiFactory();
  paragraph.levels ??= bidi.getEmbeddingLevels(paragraph.text, direction).levels;
  return paragraph.levels;
}

/** Replaces characters such as parentheses by their mirrored characters. */
export function mirrored(text: string): string {
  bidi ??= bidiFactory();
  return [...text].map((character) => bidi!.getMirroredCharacter(character) ?? character).join("");
}

/** Returns the pieces of a line in visual order. Cuts a piece that has left-to-right and right-to-left text. */
export function reordered(
  set: Set[],
  paragraph: Paragraph,
  direction: "ltr" | "rtl",
  measure: (text: string, style: Style) => number,
): Set[] {
  paragraph.mixed ??= RIGHT_TO_LEFT.test(paragraph.text);
  if (direction === "ltr" && !paragraph.mixed) return set;
  const all = levelsOf(paragraph, direction);
  const base = direction === "rtl" ? 1 : 0;
  const parts = set.flatMap((item) => cut(item, all, base, measure));
  // The start and the end of an inline box get the embedding level of the adjacent text.
  for (let at = 0; at < parts.length; at++) {
    const item = parts[at]!;
    if (item.piece.kind === "open")
      item.level = parts.slice(at + 1).find(({ piece }) => piece.kind === "text")?.level ?? base;
    else if (item.piece.kind === "close") item.level = parts[at - 1]?.level ?? base;
  }
  return turned(parts, base);
}

/** A part of a text with one embedding level. A part with an odd level runs from right to left. */
interface Part {
  text: string;
  level: number;
}

/** Splits a text into parts and returns the parts in visual order. Each right-to-left word is a separate part. */
export function visualParts(text: string, direction: "ltr" | "rtl"): Part[] {
  if (direction === "ltr" && !RIGHT_TO_LEFT.test(text)) return [{ text, level: 0 }];
  bidi ??= bidiFactory();
  const { levels } = bidi.getEmbeddingLevels(text, direction);
  const base = direction === "rtl" ? 1 : 0;
  return turned(partsOf(text, levels, 0, base), base);
}

/** Reorders the parts of a text from logical to visual order. */
function turned<T extends { level?: number }>(given: readonly T[], base: number): T[] {
  const parts = [...given];
  const highest = Math.max(0, ...parts.map(({ level = base }) => level));
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < parts.length; from++) {
      if ((parts[from]!.level ?? base) < level) continue;
      let to = from;
      while (to + 1 < parts.length && (parts[to + 1]!.level ?? base) >= level) to += 1;
      parts.splice(from, to - from + 1, ...parts.slice(from, to + 1).reverse());
      from = to;
    }
  }
  return parts;
}

/** Cuts a text where the embedding level changes. `start` is the offset of the text in `levels`. */
function partsOf(
  text: string,
  levels: Uint8Array,
  start: number,
  base: number,
): (Part & { start: number })[] {
  const parts: (Part & { start: number })[] = [];
  for (let at = 0; at < text.length; at++) {
    const level = levels[start + at] ?? base;
    const last = parts.at(-1);
    // Each right-to-left word becomes a separate part, so that the words can be reordered.
    const word = last && level % 2 === 1 && text[at - 1] === " ";
    if (last?.level === level && !word) last.text += text[at];
    else parts.push({ text: text[at]!, level, start: start + at });
  }
  return parts;
}

function cut(
  item: Set,
  all: Uint8Array,
  base: number,
  measure: (text: string, style: Style) => number,
): Set[] {
  const { piece } = item;
  if (piece.kind !== "text") return [{ ...item, level: all[piece.start] ?? base }];
  const parts = partsOf(piece.text, all, piece.start, base);
  if (parts.length <= 1) return [{ ...item, level: parts[0]?.level ?? base }];
  return parts.map(({ text, level, start }) => ({
    ...item,
    level,
    trail: 0,
    piece: { ...piece, text, start },
    width: measure(text, piece.style),
  }));
}
