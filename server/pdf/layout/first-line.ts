import type { Style } from "../css/style";
import { capitals, transformed, type Piece } from "./items";

/* Text on the first line of a block with a `::first-line` rule (CSS Pseudo-Elements Level 4 §2.1). */

/** The text properties that `::first-line` can change. */
const NAMES = [
  "color",
  "fontSize",
  "family",
  "weight",
  "italic",
  "smallCaps",
  "lineHeight",
  "letterSpacing",
  "wordSpacing",
  "textTransform",
  "decorations",
  "textShadow",
] as const satisfies (keyof Style)[];

const known = new WeakMap<Style, WeakMap<Style, Style>>();

/**
 * Returns the style of a text on the first line. Values that the text inherits from the block are replaced with the values of
 * `::first-line`.
 */
function styleOn(line: Style, block: Style, own: Style): Style {
  const changed = NAMES.filter((name) => line[name] !== block[name] && own[name] === block[name]);
  if (changed.length === 0) return own;
  let styles = known.get(line);
  if (!styles) known.set(line, (styles = new WeakMap<Style, Style>()));
  let found = styles.get(own);
  if (!found) {
    found = { ...own, ...Object.fromEntries(changed.map((name) => [name, line[name]])) };
    styles.set(own, found);
  }
  return found;
}

/** Returns a piece of text with the style of the first line. The piece is split if it gets small capitals. */
export function onFirstLine(piece: Piece, block: Style, line: Style): Piece[] {
  if (piece.kind !== "text") return [piece];
  const style = styleOn(line, block, piece.style);
  if (style === piece.style) return [piece];
  const text =
    style.textTransform === piece.style.textTransform
      ? piece.text
      : transformed(piece.text, style.textTransform);
  const parts = style.smallCaps && !piece.style.smallCaps ? capitals(text, style) : [{ value: text, style }];
  let { start } = piece;
  return parts.map((part, index) => {
    const one = {
      ...piece,
      text: part.value,
      style: part.style,
      start,
      breakAfter: piece.breakAfter && index === parts.length - 1,
    };
    start += part.value.length;
    return one;
  });
}
