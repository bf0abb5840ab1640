import type { InlineBox } from "../boxes/box";
import type { Sides } from "../css/values";
import type { Style } from "../css/style";
import { spacesIn, type Run } from "../fonts/library";
import { borderOf, marginOf, paddingOf, type Layout } from "./context";
import { reordered } from "./direction";
import type { BoxFragment, Fragment, LineFragment, TextFragment, Moved } from "./fragment";
import type { Paragraph, Piece } from "./items";
import { withLeaders } from "./leaders";
import { atomAbove, extentOf } from "./line-extent";
import { glyphExtent, runWidth, textWidth, type Extent } from "./metrics";
import { trimEndOf } from "../../kernel/strings/trim";

/* Lays out one line: alignment, baselines and positions (CSS Inline Layout Level 3). */

/** An inline box that contains the current piece. `box` is null for the block itself. */
export interface Frame {
  box: InlineBox | null;
  style: Style;
  parent: Frame | null;
  /** Distance in pixels of the box's baseline above the baseline of the line. */
  raise: number;
  /** Offset of `position: relative`, including the offsets of all outer inline boxes. */
  moved: Moved;
}

/** A measured piece of inline content. */
export interface Set {
  piece: Piece;
  frame: Frame;
  width: number;
  /** Width of the spaces at the end of the piece. */
  trail: number;
  /** Space before the text of a leader, which is part of its width. */
  before?: number;
  atom?: { fragment: BoxFragment; margin: Sides<number> };
  startsLine?: boolean;
  level?: number;
}

export interface Unfinished {
  set: Set[];
  line: LineFragment[];
  band: { left: number; right: number };
  y: number;
  indent: number;
  /** Width of the content box of the block. */
  width: number;
  root: Frame;
  /** True if the line can be justified. False for the last line, and for a line before a forced line break. */
  justify: boolean;
  least: Extent;
  paragraph: Paragraph;
  layout: Layout;
}

/** Lays out a line and adds it to the lines of the block. Returns the height of the line. */
export function finishLine(work: Unfinished): number {
  const { band, y, indent, root, least, layout, paragraph } = work;
  const { style } = root;
  const rtl = style.direction === "rtl";
  const [start, end] = rtl ? [band.left, band.right - indent] : [band.left + indent, band.right];
  const parts = reordered(trimmed(work.set), paragraph, style.direction, (part, own) =>
    textWidth(part, own, layout.fonts),
  );
  const set = withLeaders(parts, end - start - widthOf(parts), start, band.left);
  const free = end - start - widthOf(set);
  const textAlign = work.justify ? style.textAlign : lastAlign(style);
  const spaces = textAlign === "justify" && free > 0 ? countSpaces(set) : 0;
  const stretch = spaces > 0 ? free / spaces : 0;
  const align = sideOf(textAlign, rtl);
  const shift =
    spaces > 0 || free < 0
      ? free < 0 && rtl
        ? free
        : 0
      : align === "right"
        ? free
        : align === "center"
          ? free / 2
          : 0;
  const left = start + shift;

  const extent = extentOf(set, least, layout);
  const line: LineFragment = {
    kind: "line",
    reach: undefined,
    x: 0,
    y,
    width: work.width,
    height: extent.above + extent.below,
    baseline: extent.above,
    start: work.set[0]?.piece.start ?? 0,
    children: [],
  };
  const bounds = new Map<Frame, { from: number; to: number; opens: boolean; closes: boolean }>();
  const texts: Fragment[] = [];
  let x = left;
  for (const item of set) {
    const wider = item.piece.kind === "text" ? stretch * spacesIn(item.piece.text) : 0;
    place(item, x + (item.before ?? 0), wider, line, texts, stretch, layout);
    for (let frame: Frame | null = item.frame; frame?.box; frame = frame.parent)
      note(bounds, frame, item, x, x + item.width + wider);
    x += item.width + wider;
  }
  for (const [frame, { from, to, opens, closes }] of bounds)
    line.children.push(inlineFragment(frame, from, to, opens, closes, line, layout));
  line.children.push(...texts);
  work.line.push(line);
  return line.height;
}

/** Returns the alignment of a line that cannot be justified, for example the last line (CSS Text Level 3 §6.3). */
function lastAlign({ textAlign, textAlignLast }: Style): Style["textAlign"] {
  if (textAlignLast !== "auto") return textAlignLast;
  return textAlign === "justify" ? "start" : textAlign;
}

/** Converts `text-align` to left, right or center. A justified line starts at the start side. */
function sideOf(align: Style["textAlign"], rtl: boolean): "left" | "right" | "center" {
  if (align === "start" || align === "justify") return rtl ? "right" : "left";
  return align === "end" ? (rtl ? "left" : "right") : align;
}

/** Returns the pieces of a line without the spaces at the end of the line. */
function trimmed(set: Set[]): Set[] {
  const result = [...set];
  for (let at = result.length - 1; at >= 0; at--) {
    const item = result[at]!;
    const { piece } = item;
    if (piece.kind === "text") {
      if (item.trail > 0)
        result[at] = {
          ...item,
          piece: { ...piece, text: trimEndOf(piece.text, " ") },
          width: item.width - item.trail,
          trail: 0,
        };
      if (/\u00ad$/.test(piece.text))
        result[at] = { ...item, piece: { ...piece, text: `${piece.text.slice(0, -1)}-` } };
      break;
    }
    if (piece.kind === "atom") break;
  }
  return result;
}

const widthOf = (set: Set[]) => set.reduce((sum, { width }) => sum + width, 0);

const countSpaces = (set: Set[]) =>
  set.reduce((sum, { piece }) => sum + (piece.kind === "text" ? spacesIn(piece.text) : 0), 0);

function place(
  item: Set,
  x: number,
  wider: number,
  line: LineFragment,
  texts: Fragment[],
  stretch: number,
  layout: Layout,
) {
  const { piece, frame, atom } = item;
  if (atom) {
    const { fragment, margin } = atom;
    const height = fragment.height + margin[0] + margin[2];
    const up = atomAbove(atom, frame, layout);
    const top =
      up === null
        ? fragment.style.verticalAlign === "bottom"
          ? line.height - height
          : 0
        : line.baseline - up;
    fragment.x = x + margin[3] + frame.moved.x;
    fragment.y = top + margin[0] + frame.moved.y;
    texts.push(fragment);
  } else if (piece.kind === "text" && piece.text !== "") {
    const rtl = ((item.level ?? 0) & 1) === 1;
    const width = item.width - (item.before ?? 0) + wider;
    const last = texts.at(-1);
    const runs = layout.fonts.runs(piece.text, piece.style);
    if (
      last?.kind === "text" &&
      last.style === piece.style &&
      !rtl &&
      !last.runs.at(-1)?.rtl &&
      Math.abs(last.x + last.width - x - frame.moved.x) < 0.01 &&
      joins(last, frame, line)
    ) {
      append(last, runs, piece.style, stretch);
      last.width += width;
      return;
    }
    const extent = glyphExtent(layout.fonts.primary(piece.style), piece.style.fontSize);
    const fragment: TextFragment = {
      kind: "text",
      style: piece.style,
      x: x + frame.moved.x,
      y: line.baseline - frame.raise - extent.above + frame.moved.y,
      width,
      height: extent.above + extent.below,
      baseline: extent.above,
      runs: [],
      stretch,
      href: hrefOf(frame),
      element: piece.box.element,
    };
    append(fragment, rtl ? [...runs].reverse() : runs, piece.style, stretch, rtl);
    texts.push(fragment);
  }
}

const joins = (last: TextFragment, frame: Frame, line: LineFragment) =>
  last.href === hrefOf(frame) &&
  Math.abs(last.y + last.baseline - frame.moved.y + frame.raise - line.baseline) < 0.01;

/** Adds runs to a text fragment. Joins adjacent runs that have the same font. */
function append(fragment: TextFragment, runs: readonly Run[], style: Style, stretch: number, rtl = false) {
  for (const run of runs) {
    const last = fragment.runs.at(-1);
    const width = runWidth(run, style) + stretch * run.spaces;
    if (last && !rtl && !last.rtl && last.run.face === run.face) {
      last.run = {
        ...run,
        text: last.run.text + run.text,
        width: last.run.width + run.width,
        spaces: last.run.spaces + run.spaces,
        letters: last.run.letters + run.letters,
      };
      last.width += width;
    } else fragment.runs.push({ run, x: last ? last.x + last.width : 0, width, rtl });
  }
}

function hrefOf(frame: Frame): string | null {
  for (let at: Frame | null = frame; at; at = at.parent) {
    const href = at.box?.element?.name === "a" ? at.box.element.attribs["href"] : undefined;
    if (href) return href;
  }
  return null;
}

function note(
  bounds: Map<Frame, { from: number; to: number; opens: boolean; closes: boolean }>,
  frame: Frame,
  item: Set,
  from: number,
  to: number,
) {
  if (!isSeen(frame)) return;
  const mine = item.frame === frame;
  const opens = mine && item.piece.kind === "open";
  const closes = mine && item.piece.kind === "close";
  const found = bounds.get(frame);
  if (!found) bounds.set(frame, { from, to, opens, closes });
  else {
    found.from = Math.min(found.from, from);
    found.to = Math.max(found.to, to);
    found.opens ||= opens;
    found.closes ||= closes;
  }
}

const isSeen = ({ box, style }: Frame) =>
  style.backgroundColor.alpha > 0 ||
  style.backgroundImage !== "none" ||
  style.border.some(({ width }) => width > 0) ||
  style.outline.style !== "none" ||
  Boolean(box?.element?.attribs["id"]);

function inlineFragment(
  frame: Frame,
  from: number,
  to: number,
  opens: boolean,
  closes: boolean,
  line: LineFragment,
  layout: Layout,
): Fragment {
  const { style, box } = frame;
  const margin = marginOf(style, line.width);
  const padding = paddingOf(style, line.width);
  const border = borderOf(style);
  const extent = glyphExtent(layout.fonts.primary(style), style.fontSize);
  const left = from + (opens ? margin[3] : 0);
  return {
    kind: "inline",
    style,
    x: left + frame.moved.x,
    y: line.baseline - frame.raise - extent.above - padding[0] - border[0] + frame.moved.y,
    width: Math.max(0, to - (closes ? margin[1] : 0) - left),
    height: extent.above + extent.below + padding[0] + padding[2] + border[0] + border[2],
    border: [border[0], closes ? border[1] : 0, border[2], opens ? border[3] : 0],
    id: box?.element?.attribs["id"] ?? null,
  };
}
