import type { BlockBox, Box, TextBox } from "../boxes/box";
import { placesOf, type Places } from "./items";

/*
 * Turns the lines after a page break into boxes again.
 */

/** Returns a block without its text before `start`, the offset of a line. */
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

/** Returns the text from `start` on. White space is not counted, because it may have been collapsed. */
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
