import LineBreaker from "linebreak";
import {
  isAbsolute,
  isFloating,
  type BlockBox,
  type Box,
  type InlineBox,
  type ReplacedBox,
  type TextBox,
} from "../boxes/box";
import { keepsLines, keepsSpaces, wraps } from "../css/display";
import type { Style } from "../css/style";
import type { TextTransform } from "../css/text-properties";
import { TemplateError, pdfRefusals } from "../errors";
import type { Layout } from "./context";
import { trimEndOf } from "../../kernel/strings/trim";

/*
 * Converts the inline content of a block to one sequence of pieces. Collapses white space, and cuts the text at each break
 * opportunity (CSS Text Level 3).
 */

export type Piece =
  | { kind: "text"; box: TextBox; style: Style; text: string; start: number; breakAfter: boolean }
  | { kind: "open" | "close"; box: InlineBox; start: number; breakAfter: boolean }
  | { kind: "atom"; box: BlockBox | ReplacedBox; start: number; breakAfter: boolean }
  | { kind: "break"; style: Style; start: number; breakAfter: boolean }
  | { kind: "out"; box: Box; start: number; breakAfter: boolean };

export interface Paragraph {
  pieces: Piece[];
  /** The whole text of the block. Used by the bidirectional algorithm. */
  text: string;
  /**
   * `mixed` is true if the text has right-to-left letters. `levels` contains the embedding level of each
   * letter. Both are computed on first use.
   */
  mixed?: boolean;
  levels?: Uint8Array;
}

interface Gathering {
  pieces: Piece[];
  text: string;
  /** True if the text so far ends in a collapsible space. A collapsible space that follows is then removed. */
  spaced: boolean;
  /** Offset of each box in the text of the block. */
  starts?: Map<Box, number>;
}

/** The offsets of boxes in the text of their block, and the pieces of the block before they are cut at break opportunities. */
export interface Places {
  pieces: readonly Piece[];
  starts: ReadonlyMap<Box, number>;
}

/** Returns the text and the pieces of a block with inline content. Cached for each block. */
export function paragraphOf(block: BlockBox, { paragraphs }: Layout): Paragraph {
  let found = paragraphs.get(block);
  if (!found) paragraphs.set(block, (found = gathered(block)));
  return found;
}

function gathered(block: BlockBox): Paragraph {
  const state: Gathering = { pieces: [], text: "", spaced: true };
  gatherAll(block, state);
  return { pieces: cut(state), text: state.text };
}

export function placesOf(block: BlockBox): Places {
  const starts = new Map<Box, number>();
  const state: Gathering = { pieces: [], text: "", spaced: true, starts };
  gatherAll(block, state);
  return { pieces: state.pieces, starts };
}

function gatherAll(block: BlockBox, state: Gathering) {
  // A block is always isolated from other text. Therefore, control characters are added only for `bidi-override` and
  // `isolate-override`.
  const [before, after] = overridesBidi(block.style) ? turns(block.style) : [];
  state.text += before ?? "";
  for (const child of block.children) gather(child, state);
  state.text += after ?? "";
  trimEnd(state.pieces);
}

const overridesBidi = ({ unicodeBidi }: Style) =>
  unicodeBidi === "bidi-override" || unicodeBidi === "isolate-override";

function gather(box: Box, state: Gathering) {
  const start = state.text.length;
  state.starts?.set(box, start);
  if (isFloating(box) || isAbsolute(box)) state.pieces.push({ kind: "out", box, start, breakAfter: false });
  else if (box.kind === "text") text(box, state);
  else if (box.kind === "break") lineBreak(box.style, state);
  else if (box.kind === "inline") {
    state.pieces.push({ kind: "open", box, start, breakAfter: false });
    const [before, after] = turns(box.style);
    state.text += before;
    for (const child of box.children) gather(child, state);
    state.text += after;
    state.pieces.push({ kind: "close", box, start: state.text.length, breakAfter: false });
  } else {
    state.pieces.push({ kind: "atom", box, start, breakAfter: false });
    state.text += "\ufffc";
    state.spaced = false;
  }
}

/**
 * Returns the control characters before and after a text with `unicode-bidi` (Unicode Bidirectional Algorithm §2, CSS Writing
 * Modes §2.2).
 */
function turns({ unicodeBidi, direction }: Style): [string, string] {
  const left = direction === "rtl";
  switch (unicodeBidi) {
    case "embed":
      return [left ? "\u202b" : "\u202a", "\u202c"];
    case "bidi-override":
      return [left ? "\u202e" : "\u202d", "\u202c"];
    case "isolate":
      return [left ? "\u2067" : "\u2066", "\u2069"];
    case "isolate-override":
      return [left ? "\u2067\u202e" : "\u2066\u202d", "\u202c\u2069"];
    default:
      return ["", ""];
  }
}

function lineBreak(style: Style, state: Gathering) {
  trimEnd(state.pieces);
  state.pieces.push({ kind: "break", style, start: state.text.length, breakAfter: true });
  state.text += "\n";
  state.spaced = true;
}

function text(box: TextBox, state: Gathering) {
  const { style } = box;
  const { whiteSpace } = style;
  if (!keepsLines(whiteSpace)) {
    put(box, box.text.replace(/[ \t\r\n\f]+/g, " "), state);
    return;
  }
  const lines = box.text.replaceAll("\r\n", "\n").split("\n");
  for (const [index, line] of lines.entries()) {
    if (index > 0) lineBreak(style, state);
    if (whiteSpace === "pre-line") put(box, line.replace(/[ \t\r\f]+/g, " "), state);
    else if (line !== "") push(box, tabbed(line), state);
  }
}

/** Replaces each tab by spaces up to the next multiple of eight characters. */
function tabbed(line: string): string {
  if (!line.includes("\t")) return line;
  let result = "";
  for (const character of line)
    result += character === "\t" ? " ".repeat(8 - (result.length % 8)) : character;
  return result;
}

function put(box: TextBox, value: string, state: Gathering) {
  const rest = state.spaced && value.startsWith(" ") ? value.slice(1) : value;
  if (rest !== "") push(box, rest, state);
}

function push(box: TextBox, value: string, state: Gathering) {
  const { style } = box;
  state.spaced = value.endsWith(" ") && !keepsLines(style.whiteSpace);
  const parts = style.smallCaps
    ? capitals(value, style)
    : [{ value: transformed(value, style.textTransform), style }];
  for (const part of parts) {
    state.pieces.push({
      kind: "text",
      box,
      style: part.style,
      text: part.value,
      start: state.text.length,
      breakAfter: false,
    });
    state.text += part.value;
  }
}

/** Applies `text-transform` to a text. */
export function transformed(value: string, transform: TextTransform): string {
  if (transform === "uppercase") return value.toUpperCase();
  if (transform === "lowercase") return value.toLowerCase();
  if (transform === "capitalize")
    return value.replace(
      /(^|[\s"'(\u201c\u2018[-])(\p{L})/gu,
      (_all, before: string, letter: string) => before + letter.toUpperCase(),
    );
  return value;
}

const smallStyles = new WeakMap<Style, Style>();

/** Splits a text at its lower-case letters for `font-variant: small-caps`. Converts lower-case letters to smaller capitals. */
export function capitals(value: string, style: Style): { value: string; style: Style }[] {
  let small = smallStyles.get(style);
  if (!small) smallStyles.set(style, (small = { ...style, fontSize: style.fontSize * 0.8 }));
  return (value.match(/\p{Ll}+|\P{Ll}+/gu) ?? []).map((part) =>
    /\p{Ll}/u.test(part) ? { value: part.toUpperCase(), style: small } : { value: part, style },
  );
}

/** Removes the collapsible spaces at the end of a block or before a line break. */
function trimEnd(pieces: Piece[]) {
  for (let at = pieces.length - 1; at >= 0; at--) {
    const piece = pieces[at]!;
    if (piece.kind === "open" || piece.kind === "close" || piece.kind === "out") continue;
    // Only the text of the piece is changed, not the offsets. The offsets of later pieces stay valid.
    if (piece.kind === "text" && !keepsSpaces(piece.style.whiteSpace))
      piece.text = trimEndOf(piece.text, " ");
    return;
  }
}

const SIMPLE = /^[A-Za-z0-9 ,.;:()'"&\u00e0-\u00ff]*$/;

/** Returns the break opportunities of a text as offsets. */
function opportunities(value: string): Set<number> {
  const found = new Set<number>();
  if (SIMPLE.test(value)) {
    for (let at = value.indexOf(" "); at >= 0; at = value.indexOf(" ", at + 1))
      if (value[at + 1] !== " ") found.add(at + 1);
    return found;
  }
  const breaker = new LineBreaker(value);
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) found.add(next.position);
  return found;
}

const LONGEST_WORD = 20_000;

function cut({ pieces, text: whole }: Gathering): Piece[] {
  const breaks = opportunities(whole);
  const result: Piece[] = [];
  for (const piece of pieces) {
    if (piece.kind === "atom") {
      piece.breakAfter = breaks.has(piece.start + 1);
      result.push(piece);
    } else if (piece.kind !== "text") result.push(piece);
    else if (!wraps(piece.style.whiteSpace)) {
      if (piece.text.length > LONGEST_WORD && !piece.text.includes(" "))
        throw new TemplateError(pdfRefusals.word_too_long({ max: LONGEST_WORD }));
      result.push(piece);
    } else {
      let from = 0;
      for (let at = 1; at <= piece.text.length; at++) {
        const allowed =
          breaks.has(piece.start + at) || (piece.style.breakAll && /\S/.test(piece.text[at] ?? ""));
        if (!allowed && at < piece.text.length) continue;
        if (at - from > LONGEST_WORD)
          throw new TemplateError(pdfRefusals.word_too_long({ max: LONGEST_WORD }));
        result.push({
          ...piece,
          text: piece.text.slice(from, at),
          start: piece.start + from,
          breakAfter: allowed,
        });
        from = at;
      }
    }
  }
  // If a break opportunity is directly before the end of an inline box, the line breaks after the end of the box.
  for (let at = 0; at + 1 < result.length; at++) {
    const [piece, next] = [result[at]!, result[at + 1]!];
    if (piece.breakAfter && piece.kind !== "break" && next.kind === "close") {
      piece.breakAfter = false;
      next.breakAfter = true;
    }
  }
  return result;
}
