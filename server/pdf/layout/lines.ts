import { isFloating, type BlockBox, type Box } from "../boxes/box";
import { resolve } from "../css/values";
import { layoutAtom, layoutFloat } from "./block";
import { broken, shortened, SLACK } from "./cutting";
import { borderOf, marginOf, paddingOf, tooLong, type Layout } from "./context";
import type { Floats } from "./floats";
import type { BoxFragment, LineFragment } from "./fragment";
import { paragraphOf, type Piece } from "./items";
import { onFirstLine } from "./first-line";
import { finishLine, type Frame, type Set } from "./line-box";
import { raised, strut, textWidth } from "./metrics";
import { added, movedBy, unmoved } from "./relative";
import { trimEndOf } from "../../kernel/trim";

/*
 * Lines: pieces side by side until the next does not fit (CSS 2.2 §9.4.2).
 */

export interface Lines {
  lines: LineFragment[];
  floats: BoxFragment[];
  /** Boxes out of the flow, and where they would stand in it. */
  absolutes: { box: Box; x: number; y: number }[];
  height: number;
}

/** Where the block's content stands among the floats of its context. */
export interface Place {
  floats: Floats;
  x: number;
  y: number;
}

/** Lays a block's lines out in this width. `cbHeight`: what percentages of height refer to. */
export function layoutLines(
  block: BlockBox,
  width: number,
  cbHeight: number | null,
  place: Place,
  layout: Layout,
): Lines {
  const paragraph = paragraphOf(block, layout);
  const { pieces } = paragraph;
  const { fonts } = layout;
  const { style } = block;
  const result: Lines = { lines: [], floats: [], absolutes: [], height: 0 };
  const root: Frame = { box: null, style, parent: null, raise: 0, moved: unmoved };
  const least = strut(style, fonts);
  const minHeight = least.above + least.below;
  let frame = root;
  let y = 0;
  let line: Set[] = [];
  let used = 0;
  const late: Box[] = [];
  let indent = resolve(style.textIndent, width);
  let band = room(y);

  function room(at: number) {
    const { left, right } = place.floats.band(place.y + at, minHeight, place.x, place.x + width);
    return { left: left - place.x, right: right - place.x };
  }
  const available = () => band.right - band.left - indent;

  function putFloat(box: Box) {
    const { fragment, margin } = layoutFloat(box, width, cbHeight, layout);
    const outer = {
      width: fragment.width + margin[1] + margin[3],
      height: fragment.height + margin[0] + margin[2],
    };
    const cleared = place.floats.clearance(box.style.clear);
    const spot = place.floats.place(
      box.style.float === "right" ? "right" : "left",
      outer.width,
      outer.height,
      Math.max(place.y + y, cleared),
      place.x,
      place.x + width,
    );
    fragment.x = spot.x - place.x + margin[3];
    fragment.y = spot.y - place.y + margin[0];
    result.floats.push(fragment);
  }

  /** Whether a float stands beside what its line has so far; otherwise it goes below (CSS 2.2 §9.5.1, rule 6 and 7). */
  function fitsBeside(box: Box): boolean {
    const { fragment, margin } = layoutFloat(box, width, cbHeight, layout);
    const wanted = fragment.width + margin[1] + margin[3];
    const free = available() - used + (line.at(-1)?.trail ?? 0);
    return late.length === 0 && box.style.clear === "none" && wanted <= free + SLACK;
  }

  /** Whether what follows is not shown: the line is the last of so many. */
  const isClamped = () => style.clip && style.lineClamp > 0 && result.lines.length + 1 >= style.lineClamp;
  let clamped = false;
  /** The style of the line, as long as it is the first and has one of its own. */
  const firstLine = () => (result.lines.length === 0 ? block.firstLine : undefined);

  function end(forced: boolean, last: boolean) {
    if (clamped) return;
    clamped = !last && isClamped();
    const overflows = style.ellipsis && style.clip && widthOf(line) > available() + SLACK;
    const first = firstLine();
    if (clamped || overflows) line = shortened(line, available(), root, layout);
    const height = finishLine({
      set: line,
      line: result.lines,
      band,
      y,
      indent,
      width,
      root,
      justify: !forced && !last && !clamped,
      least: first ? strut(first, fonts) : least,
      paragraph,
      layout,
    });
    y += height;
    if (y > layout.most) throw tooLong();
    line = [];
    used = 0;
    indent = 0;
    for (const box of late.splice(0)) putFloat(box);
    band = room(y);
  }

  function measured(piece: Piece): Set {
    switch (piece.kind) {
      case "text": {
        const whole = textWidth(piece.text, piece.style, fonts);
        const bare = trimEndOf(piece.text, " ");
        const trail = bare.length === piece.text.length ? 0 : whole - textWidth(bare, piece.style, fonts);
        return { piece, frame, width: whole, trail };
      }
      case "open":
      case "close": {
        const own = piece.box.style;
        const side = (piece.kind === "open") === (own.direction !== "rtl") ? 3 : 1;
        const edge = marginOf(own, width)[side] + borderOf(own)[side] + paddingOf(own, width)[side];
        if (piece.kind === "open") {
          const moved = movedBy(own, width, cbHeight);
          frame = {
            box: piece.box,
            style: own,
            parent: frame,
            raise: frame.raise + raised(own, frame.style, fonts),
            moved: moved === unmoved ? frame.moved : added(moved, frame.moved),
          };
          return { piece, frame, width: edge, trail: 0 };
        }
        const set = { piece, frame, width: edge, trail: 0 };
        frame = frame.parent ?? root;
        return set;
      }
      case "atom": {
        const { fragment, margin } = layoutAtom(piece.box, width, cbHeight, layout);
        return {
          piece,
          frame,
          width: fragment.width + margin[1] + margin[3],
          trail: 0,
          atom: { fragment, margin },
        };
      }
      default:
        return { piece, frame, width: 0, trail: 0 };
    }
  }

  const hasContent = () => line.some(({ piece }) => piece.kind === "text" || piece.kind === "atom");

  for (let at = 0; at < pieces.length && !clamped;) {
    const chunk: Set[] = [];
    let chunkWidth = 0;
    const [begun, around] = [at, frame];
    const first = firstLine();
    do {
      const piece = pieces[at]!;
      for (const one of first ? onFirstLine(piece, style, first) : [piece]) {
        const set = measured(one);
        chunk.push(set);
        chunkWidth += set.width;
      }
      at += 1;
    } while (at < pieces.length && !chunk.at(-1)!.piece.breakAfter);
    const trail = chunk.findLast(({ piece }) => piece.kind === "text" || piece.kind === "atom")?.trail ?? 0;
    const bare = chunkWidth - trail;
    if (used + bare > available() + SLACK && hasContent()) {
      end(false, false);
      if (first) {
        // It does not stand on the first line after all.
        [at, frame] = [begun, around];
        continue;
      }
    }
    // Beside floats there may be no room; below them there is.
    while (!hasContent() && bare > available() + SLACK && !place.floats.isEmpty) {
      const next = place.floats.nextBottom(place.y + y);
      if (next === null || band.right - band.left >= width - SLACK) break;
      y = next - place.y;
      band = room(y);
    }
    for (const set of bare > available() + SLACK ? broken(chunk, available() - used, layout) : chunk) {
      const { piece } = set;
      if (set.startsLine && line.length > 0) end(false, false);
      if (piece.kind === "out") {
        if (!isFloating(piece.box))
          result.absolutes.push({ box: piece.box, x: band.left + indent + used, y });
        else if (hasContent() && !fitsBeside(piece.box)) late.push(piece.box);
        else {
          putFloat(piece.box);
          band = room(y);
        }
        continue;
      }
      line.push(set);
      used += set.width;
      if (piece.kind === "break") {
        end(true, at >= pieces.length);
        const cleared = place.floats.clearance(piece.style.clear) - place.y;
        if (cleared > y) {
          y = cleared;
          band = room(y);
        }
      }
    }
  }
  if (
    !clamped &&
    (line.some(({ piece }) => piece.kind !== "open" && piece.kind !== "close") || line.some(isWide))
  )
    end(false, true);
  for (const box of late.splice(0)) putFloat(box);
  result.height = y;
  return result;
}

/** Without the space that a line ends in. */
const widthOf = (line: Set[]) =>
  line.reduce((sum, { width }) => sum + width, 0) -
  (line.findLast(({ piece }) => piece.kind === "text" || piece.kind === "atom")?.trail ?? 0);

const isWide = ({ width }: Set) => width > 0;
