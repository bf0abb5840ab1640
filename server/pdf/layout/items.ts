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
import type { Style, TextTransform } from "../css/style";
import { TemplateError } from "../errors";
import type { Layout } from "./context";
import { trimEndOf } from "../../kernel/trim";

/*
 * What stands in lines, as one sequence: white space collapsed, cut into pieces where a line may break (CSS Text Level 3).
 */

export type Piece =
  | { kind: "text"; box: TextBox; style: Style; text: string; start: number; breakAfter: boolean }
  | { kind: "open" | "close"; box: InlineBox; start: number; breakAfter: boolean }
  | { kind: "atom"; box: BlockBox | ReplacedBox; start: number; breakAfter: boolean }
  | { kind: "break"; style: Style; start: number; breakAfter: boolean }
  | { kind: "out"; box: Box; start: number; breakAfter: boolean };

export interface Paragraph {
  pieces: Piece[];
  /** The whole text, for the direction of its letters. */
  text: string;
  /** Whether there are letters from right to left in it, and each letter's level; worked out when it is first asked. */
  mixed?: boolean;
  levels?: Uint8Array;
}

interface Gathering {
  pieces: Piece[];
  text: string;
  /** A space before would swallow one that comes. */
  spaced: boolean;
  /** Where each box begins in the text. */
  starts?: Map<Box, number>;
}

/** Where a block's boxes begin in its text, and the pieces of it before they are cut. */
export interface Places {
  pieces: readonly Piece[];
  starts: ReadonlyMap<Box, number>;
}

/** The pieces of a block whose children stand in lines. */
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
  // A block is apart from others anyway; what turns its letters is all that is asked of it.
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

/** The signs before and after a text that say which way it runs (Unicode Bidirectional Algorithm §2, CSS Writing Modes §2.2). */
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

/** Tabs as spaces up to the next eighth place. */
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

/** A text by `text-transform`. */
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

/** Small letters as small capitals. */
export function capitals(value: string, style: Style): { value: string; style: Style }[] {
  let small = smallStyles.get(style);
  if (!small) smallStyles.set(style, (small = { ...style, fontSize: style.fontSize * 0.8 }));
  return (value.match(/\p{Ll}+|\P{Ll}+/gu) ?? []).map((part) =>
    /\p{Ll}/u.test(part) ? { value: part.toUpperCase(), style: small } : { value: part, style },
  );
}

/** Takes away a space that ends a line for good. */
function trimEnd(pieces: Piece[]) {
  for (let at = pieces.length - 1; at >= 0; at--) {
    const piece = pieces[at]!;
    if (piece.kind === "open" || piece.kind === "close" || piece.kind === "out") continue;
    // Its place in the text stays, so that later places hold.
    if (piece.kind === "text" && !keepsSpaces(piece.style.whiteSpace))
      piece.text = trimEndOf(piece.text, " ");
    return;
  }
}

const SIMPLE = /^[A-Za-z0-9 ,.;:()'"&\u00e0-\u00ff]*$/;

/** Where lines may break: offsets into the text. */
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
        throw new TemplateError(`A word has more than ${LONGEST_WORD} letters.`);
      result.push(piece);
    } else {
      let from = 0;
      for (let at = 1; at <= piece.text.length; at++) {
        const allowed =
          breaks.has(piece.start + at) || (piece.style.breakAll && /\S/.test(piece.text[at] ?? ""));
        if (!allowed && at < piece.text.length) continue;
        if (at - from > LONGEST_WORD)
          throw new TemplateError(`A word has more than ${LONGEST_WORD} letters.`);
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
  // A line does not break before the end of an inline box, but after it.
  for (let at = 0; at + 1 < result.length; at++) {
    const [piece, next] = [result[at]!, result[at + 1]!];
    if (piece.breakAfter && piece.kind !== "break" && next.kind === "close") {
      piece.breakAfter = false;
      next.breakAfter = true;
    }
  }
  return result;
}
