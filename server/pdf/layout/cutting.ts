import type { Style } from "../css/style";
import type { Layout } from "./context";
import type { Frame, Set } from "./line-box";
import { textWidth } from "./metrics";

/*
 * Cuts text at positions without a break opportunity. Needed for words that are longer than a line, and for lines that end in
 * an ellipsis.
 */

/** Tolerance in pixels when sums of widths are compared. */
export const SLACK = 0.02;

/** Cuts words that are longer than a line. Cuts only words whose style allows this (`overflow-wrap`, `word-break`). */
export function cutWords(chunk: Set[], available: number, layout: Layout): Set[] {
  return chunk.flatMap((set) => {
    const { piece, frame } = set;
    if (
      piece.kind !== "text" ||
      !(piece.style.overflowWrap || piece.style.breakAll) ||
      piece.style.whiteSpace === "nowrap"
    )
      return [set];
    const parts: Set[] = [];
    let rest = [...piece.text];
    let room = available;
    let start = piece.start;
    while (rest.length > 0) {
      let count = fitting(rest, room, piece.style, layout);
      const most = rest.length;
      if (count === 0) count = 1;
      const text = rest.slice(0, count).join("");
      const width = textWidth(text, piece.style, layout.fonts);
      parts.push({ piece: { ...piece, text, start }, frame, width, trail: 0, startsLine: parts.length > 0 });
      start += text.length;
      rest = rest.slice(count);
      if (count === most) break;
      room = Math.max(available, 20);
    }
    return parts;
  });
}

function fitting(letters: string[], room: number, style: Style, layout: Layout): number {
  let low = 0;
  let high = Math.min(letters.length, 2_000);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (textWidth(letters.slice(0, middle).join(""), style, layout.fonts) <= room + SLACK) low = middle;
    else high = middle - 1;
  }
  return low;
}

const ELLIPSIS = "\u2026";

/**
 * Cuts a line to the width `room`, including an ellipsis at its end. Keeps at least the first letter (CSS Overflow Level 3 §5).
 */
export function shortened(line: Set[], room: number, root: Frame, layout: Layout): Set[] {
  const own = textWidth(ELLIPSIS, root.style, layout.fonts);
  const kept: Set[] = [];
  let left = room - own;
  let last: Set | undefined;
  for (const set of line) {
    const { piece } = set;
    if (piece.kind === "text") {
      const whole = set.width - set.trail <= left + SLACK;
      const letters = [...piece.text];
      const count = whole ? letters.length : fitting(letters, left, piece.style, layout);
      const text = letters.slice(0, Math.max(count, last ? 0 : 1)).join("");
      if (text !== "") {
        const width = whole ? set.width : textWidth(text, piece.style, layout.fonts);
        kept.push((last = { ...set, trail: 0, width, piece: { ...piece, text } }));
        left -= width;
      }
      if (!whole) break;
    } else {
      if (set.width > left + SLACK) break;
      kept.push(set);
      left -= set.width;
    }
  }
  if (last?.piece.kind !== "text") return line;
  const bare = last.piece.text.trimEnd();
  last.width -=
    textWidth(last.piece.text, last.piece.style, layout.fonts) -
    textWidth(bare, last.piece.style, layout.fonts);
  last.piece.text = bare;
  kept.push({
    frame: root,
    width: own,
    trail: 0,
    piece: {
      ...last.piece,
      style: root.style,
      text: ELLIPSIS,
      start: last.piece.start + Math.max(0, bare.length - 1),
    },
  });
  return kept;
}
