import { isOutOfFlow, type BlockBox, type Box, type TextBox } from "../boxes/box";
import { hasOffset, type BoxFragment, type Fragment } from "../layout/fragment";
import { SLACK } from "./page-tops";
import { slices, standsInColumn } from "./runs";
import { placesOf, type Places } from "../layout/items";

/*
 * Cuts a document at the end of a page, if the next page has another width. Does not cut the document if content would be lost.
 */

/** Returns the content below the end of a page as a box. Returns null if the page ends in content that cannot be cut. */
export function restBelow(strip: BoxFragment, end: number): BlockBox | null {
  const rest = restOf(strip, strip.y, end);
  if (!rest) return null;
  const carried = new Set<Box>();
  gatherOut(rest, carried);
  const isWhole = strip.children.every((child) =>
    // `spread` in server/pdf/pages/sequence.ts moves the boxes that have an offset from the top of the document to their pages.
    child.kind === "box" && child.out && hasOffset(child)
      ? !crosses(child, strip.y, end)
      : isKept(child, strip.y, end, carried),
  );
  return isWhole ? rest : null;
}

function restOf(fragment: BoxFragment, top: number, end: number): BlockBox | null {
  const { box } = fragment;
  if (box.kind !== "block" || !standsInColumn(box)) return null;
  if (!box.inline) {
    const below = childrenBelow(fragment, box, top, end);
    return below && slices(box, [[], below])[1]!;
  }
  const lines = fragment.children.filter((child) => child.kind === "line");
  const isBelow = ({ y }: Fragment) => top + y >= end - SLACK;
  if (lines.some((line) => !isBelow(line) && crosses(line, top, end))) return null;
  const rest = restOfLines(box, lines.find(isBelow)?.start ?? Infinity);
  return slices(rest, [[], rest.children])[1]!;
}

function childrenBelow(fragment: BoxFragment, box: BlockBox, top: number, end: number): Box[] | null {
  const placed = new Map<Box, BoxFragment>();
  for (const child of fragment.children) if (child.kind === "box") placed.set(writtenAs(child), child);
  const below: Box[] = [];
  for (const child of box.children) {
    const found = placed.get(child);
    const isAbove = found && top + found.y < end - SLACK;
    if (!found || isOutOfFlow(child)) {
      // An out-of-flow box stays on the page on which its fragment begins. A box without a fragment stays with the content
      // before the box.
      if (found ? !isAbove : below.length > 0) below.push(child);
    } else if (!isAbove) below.push(child);
    else if (below.length > 0) return null;
    else if (crosses(found, top, end)) {
      const rest = restOf(found, top + found.y, end);
      if (!rest) return null;
      below.push(rest);
    }
  }
  return below;
}

/**
 * Returns true if a fragment begins above the end of the page and ends below it. `top` is the vertical position of its parent.
 */
const crosses = (fragment: Fragment, top: number, end: number): boolean =>
  top + fragment.y < end - SLACK && reaches(fragment, top + fragment.y) > end + SLACK;

/** Returns the lower edge of a fragment including visible overflow. Ignores absolutely positioned boxes. */
function reaches(fragment: Fragment, top: number): number {
  const own = top + fragment.height;
  if (fragment.kind !== "line" && (fragment.kind !== "box" || fragment.style.clip)) return own;
  return fragment.children.reduce((most, child) => {
    const counts = child.kind === "line" || (child.kind === "box" && !isPositioned(child));
    return counts ? Math.max(most, reaches(child, top + child.y)) : most;
  }, own);
}

const isPositioned = ({ out, style }: BoxFragment) => out === true && style.float === "none";

/**
 * Returns true if the page end splits no out-of-flow box. `carried` contains the out-of-flow boxes that move to the next page.
 */
function isKept(fragment: Fragment, top: number, end: number, carried: ReadonlySet<Box>): boolean {
  if (fragment.kind !== "box" && fragment.kind !== "line") return true;
  const y = top + fragment.y;
  if (fragment.kind === "box" && fragment.out) {
    // An out-of-flow box that moves to the next page takes its content along.
    if (carried.has(writtenAs(fragment))) return true;
    if (reaches(fragment, y) > end + SLACK) return false;
  }
  return fragment.children.every((child) => isKept(child, y, end, carried));
}

/**
 * Returns the box of the box tree that belongs to a fragment. If layout put an out-of-flow inline-level box into an anonymous
 * block, returns the inline-level box.
 */
function writtenAs({ box }: BoxFragment): Box {
  const [only, ...others] = box.kind === "block" ? box.children : [];
  return only && others.length === 0 && isOutOfFlow(only) && only.style === box.style ? only : box;
}

function gatherOut(box: Box, carried: Set<Box>): void {
  if (isOutOfFlow(box)) carried.add(box);
  if (box.kind === "block" || box.kind === "inline")
    for (const child of box.children) gatherOut(child, carried);
}

/* Converts the lines after a page break back to boxes, so that they can be laid out for another page width. */

/** Returns a block without the text before `start`. `start` is the offset at which a line begins. */
function restOfLines(block: BlockBox, start: number): BlockBox {
  const places = placesOf(block);
  const { firstLine, ...rest } = block;
  return {
    ...(start === 0 && firstLine ? { ...rest, firstLine } : rest),
    style: start === 0 ? block.style : { ...block.style, textIndent: 0 },
    children: block.children.flatMap((child) => inlineRestOf(child, start, places)),
  };
}

function inlineRestOf(box: Box, start: number, places: Places): Box[] {
  if (box.kind === "text") return textFrom(box, start, places);
  if (box.kind === "inline" && box.style.float === "none") {
    const children = box.children.flatMap((child) => inlineRestOf(child, start, places));
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
