import type { Style } from "../css/style";
import { capitals, transformed, type Piece } from "./items";

/*
 * Text as it stands on the first line of a block that is styled by itself (CSS Pseudo-Elements Level 4 §2.1).
 */

/** What of a text's style a first line can change. */
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

/** A text's style on that line: what it has from the block, it has from the line; what it says itself stays. */
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

/** A piece of a block's text as it stands on the block's first line. */
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
