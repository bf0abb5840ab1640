import type { BlockBox, Box, TextBox } from "../boxes/box";
import { placesOf, type Places } from "./items";

/* Converts the lines after a page break back to boxes, so that they can be laid out for another page width. */

/** Returns a block without the text before `start`. `start` is the offset at which a line begins. */
export function restOfLines(block: BlockBox, start: number): BlockBox {
  const places = placesOf(block);
  const { firstLine, ...rest } = block;
  return {
    ...(start === 0 && firstLine ? { ...rest, firstLine } : rest),
    style: start === 0 ? block.style : { ...block.style, textIndent: 0 },
    children: block.children.flatMap((child) => restOf(child, start, places)),
  };
}

function restOf(box: Box, start: number, places: Places): Box[] {
  if (box.kind === "text") return textFrom(box, start, places);
  if (box.kind === "inline" && box.style.float === "none") {
    const children = box.children.flatMap((child) => restOf(child, start, places));
    return children.length > 0 ? [{ ...box, children }] : [];
  }
  return (places.starts.get(box) ?? 0) >= start ? [box] : [];
}

/**
 * Returns the text of a box from offset `start`. Counts only characters that are not white space, because layout collapses
 * white space.
 */
function textFrom(box: TextBox, start: number, { pieces }: Places): Box[] {
  const own = pieces.filter((piece) => piece.kind === "text" && piece.box === box);
  let before = own
    .map((piece) => (piece.kind === "text" ? piece.text.slice(0, Math.max(0, start - piece.start)) : ""))
    .join("")
    .replace(/\s/g, "").length;
  if (before === 0) return own.some((piece) => piece.start >= start) ? [box] : [];
  let at = 0;
  for (; before > 0 && at < box.text.length; at++) if (/\S/.test(box.text[at]!)) before -= 1;
  const text = box.text.slice(at).replace(/^[ \t\r\n]+/, "");
  return text === "" ? [] : [{ ...box, text }];
}
