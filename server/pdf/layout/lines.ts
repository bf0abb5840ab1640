import { isFloating, type BlockBox, type Box, type InlineBox } from "../boxes/box";
import type { Style } from "../css/style";
import { resolve } from "../css/values";
import { layoutAtom, layoutFloat } from "./block";
import { cutWords, shortened, SLACK } from "./cutting";
import { borderOf, marginOf, paddingOf, tooLong, type Layout } from "./context";
import type { Floats } from "./floats";
import { type BoxFragment, type LineFragment, added, relativeOffset, noOffset } from "./fragment";
import { paragraphOf, type Paragraph, type Piece } from "./items";
import { onFirstLine } from "./first-line";
import { finishLine, type Frame, type Set } from "./line-box";
import { baselineShift, strut, textWidth, type Extent } from "./metrics";
import { trimEndOf } from "../../kernel/strings/trim";

/*
 * Breaks inline content into lines (CSS 2.2 §9.4.2).
 */

export interface Lines {
  lines: LineFragment[];
  floats: BoxFragment[];
  /** Absolutely positioned boxes and their static positions. */
  absolutes: { box: Box; x: number; y: number }[];
  height: number;
}

/** The floats around a block. `x` and `y` are the position of its content box in the coordinates of the floats. */
export interface Place {
  floats: Floats;
  x: number;
  y: number;
}

/** Lays out the lines of a block with this width. `cbHeight` is the height to which percentages refer. */
export const layoutLines = (
  block: BlockBox,
  width: number,
  cbHeight: number | null,
  place: Place,
  layout: Layout,
): Lines => new LineBuilder(block, width, cbHeight, place, layout).run();

class LineBuilder {
  private readonly result: Lines = { lines: [], floats: [], absolutes: [], height: 0 };
  private readonly paragraph: Paragraph;
  private readonly root: Frame;
  private readonly strut: Extent;
  /** The innermost open inline box. */
  private frame: Frame;
  /** `line` contains the pieces of the current line, `used` is their width, and `y` is the vertical position of the line. */
  private line: Set[] = [];
  private used = 0;
  private y = 0;
  private indent: number;
  /** Left and right limits of the current line between floats. */
  private band: { left: number; right: number };
  /** Floats that do not fit beside the current line and are placed below it. */
  private late: Box[] = [];
  /** True after the last line that `line-clamp` shows. */
  private clamped = false;

  constructor(
    private readonly block: BlockBox,
    private readonly width: number,
    private readonly cbHeight: number | null,
    private readonly place: Place,
    private readonly layout: Layout,
  ) {
    const { style } = block;
    this.paragraph = paragraphOf(block, layout);
    this.root = { box: null, style, parent: null, raise: 0, moved: noOffset };
    this.frame = this.root;
    this.strut = strut(style, layout.fonts);
    this.indent = resolve(style.textIndent, width);
    this.band = this.bandAt(0);
  }

  run(): Lines {
    const { pieces } = this.paragraph;
    for (let at = 0; at < pieces.length && !this.clamped;) {
      const { frame, firstLine } = this;
      const chunk = this.chunkAt(at, firstLine);
      const width = chunk.width - trailOf(chunk.sets);
      if (this.used + width > this.available + SLACK && this.hasContent) {
        this.end(false, false);
        if (firstLine) {
          // The text moves to the second line. The text is measured again, because the style of the first line does not apply
          // there.
          this.frame = frame;
          continue;
        }
      }
      at = chunk.end;
      this.avoidFloats(width);
      const fits = width <= this.available + SLACK;
      const sets = fits ? chunk.sets : cutWords(chunk.sets, this.available - this.used, this.layout);
      for (const set of sets) this.add(set, at >= pieces.length);
    }
    if (!this.clamped && this.line.some((set) => !isEdge(set) || set.width > 0)) this.end(false, true);
    this.placeLate();
    this.result.height = this.y;
    return this.result;
  }

  private get available() {
    return this.band.right - this.band.left - this.indent;
  }

  private get hasContent() {
    return this.line.some(isContent);
  }

  /** Returns the `::first-line` style if the current line is the first line, else undefined. */
  private get firstLine(): Style | undefined {
    return this.result.lines.length === 0 ? this.block.firstLine : undefined;
  }

  private bandAt(y: number) {
    const { place, strut: least, width } = this;
    const height = least.above + least.below;
    const { left, right } = place.floats.band(place.y + y, height, place.x, place.x + width);
    return { left: left - place.x, right: right - place.x };
  }

  private moveTo(y: number) {
    this.y = y;
    this.band = this.bandAt(y);
  }

  /** Measures the pieces from index `from` to the next break opportunity. */
  private chunkAt(from: number, firstLine: Style | undefined): { sets: Set[]; width: number; end: number } {
    const { pieces } = this.paragraph;
    const sets: Set[] = [];
    let width = 0;
    let end = from;
    do {
      const piece = pieces[end]!;
      for (const one of firstLine ? onFirstLine(piece, this.block.style, firstLine) : [piece]) {
        const set = this.measured(one);
        sets.push(set);
        width += set.width;
      }
      end += 1;
    } while (end < pieces.length && !sets.at(-1)!.piece.breakAfter);
    return { sets, width, end };
  }

  private measured(piece: Piece): Set {
    const { frame } = this;
    switch (piece.kind) {
      case "text": {
        const { fonts } = this.layout;
        const whole = textWidth(piece.text, piece.style, fonts);
        const bare = trimEndOf(piece.text, " ");
        const trail = bare.length === piece.text.length ? 0 : whole - textWidth(bare, piece.style, fonts);
        return { piece, frame, width: whole, trail };
      }
      case "open":
      case "close":
        return this.edge(piece);
      case "atom": {
        const { fragment, margin } = layoutAtom(piece.box, this.width, this.cbHeight, this.layout);
        const width = fragment.width + margin[1] + margin[3];
        return { piece, frame, width, trail: 0, atom: { fragment, margin } };
      }
      default:
        return { piece, frame, width: 0, trail: 0 };
    }
  }

  /**
   * Opens or closes an inline box. The returned piece has the width of the margin, border and padding on this side of the box.
   */
  private edge(piece: Extract<Piece, { kind: "open" | "close" }>): Set {
    const { width } = this;
    const { style } = piece.box;
    const side = (piece.kind === "open") === (style.direction !== "rtl") ? 3 : 1;
    const edge = marginOf(style, width)[side] + borderOf(style)[side] + paddingOf(style, width)[side];
    if (piece.kind === "open") {
      this.frame = this.opened(piece.box);
      return { piece, frame: this.frame, width: edge, trail: 0 };
    }
    const set = { piece, frame: this.frame, width: edge, trail: 0 };
    this.frame = this.frame.parent ?? this.root;
    return set;
  }

  private opened(box: InlineBox): Frame {
    const { frame: parent } = this;
    const moved = relativeOffset(box.style, this.width, this.cbHeight);
    return {
      box,
      style: box.style,
      parent,
      raise: parent.raise + baselineShift(box.style, parent.style, this.layout.fonts),
      moved: moved === noOffset ? parent.moved : added(moved, parent.moved),
    };
  }

  /** If the current line is empty and content of this width does not fit between floats, moves the line below these floats. */
  private avoidFloats(width: number) {
    const { floats, y } = this.place;
    while (!this.hasContent && width > this.available + SLACK && !floats.isEmpty) {
      const next = floats.nextBottom(y + this.y);
      if (next === null || this.band.right - this.band.left >= this.width - SLACK) return;
      this.moveTo(next - y);
    }
  }

  /** Adds a piece to the current line. `last` is true if no other piece follows. */
  private add(set: Set, last: boolean) {
    const { piece } = set;
    if (set.startsLine && this.line.length > 0) this.end(false, false);
    if (piece.kind === "out") {
      this.addOut(piece.box);
      return;
    }
    this.line.push(set);
    this.used += set.width;
    if (piece.kind !== "break") return;
    this.end(true, last);
    const cleared = this.place.floats.clearance(piece.style.clear) - this.place.y;
    if (cleared > this.y) this.moveTo(cleared);
  }

  private addOut(box: Box) {
    if (!isFloating(box))
      this.result.absolutes.push({ box, x: this.band.left + this.indent + this.used, y: this.y });
    else if (this.hasContent && !this.fitsBeside(box)) this.late.push(box);
    else {
      this.putFloat(box);
      this.moveTo(this.y);
    }
  }

  private putFloat(box: Box) {
    const { place, width } = this;
    const { fragment, margin } = layoutFloat(box, width, this.cbHeight, this.layout);
    const cleared = place.floats.clearance(box.style.clear);
    const spot = place.floats.place(
      box.style.float === "right" ? "right" : "left",
      fragment.width + margin[1] + margin[3],
      fragment.height + margin[0] + margin[2],
      Math.max(place.y + this.y, cleared),
      place.x,
      place.x + width,
    );
    fragment.x = spot.x - place.x + margin[3];
    fragment.y = spot.y - place.y + margin[0];
    this.result.floats.push(fragment);
  }

  /** Returns true if a float fits beside the content of the current line (CSS 2.2 §9.5.1, rules 6 and 7). */
  private fitsBeside(box: Box): boolean {
    const { fragment, margin } = layoutFloat(box, this.width, this.cbHeight, this.layout);
    const wanted = fragment.width + margin[1] + margin[3];
    const free = this.available - this.used + (this.line.at(-1)?.trail ?? 0);
    return this.late.length === 0 && box.style.clear === "none" && wanted <= free + SLACK;
  }

  private placeLate() {
    for (const box of this.late.splice(0)) this.putFloat(box);
  }

  /** Ends the current line. `forced` is true for a forced line break. `last` is true for the last line of the block. */
  private end(forced: boolean, last: boolean) {
    if (this.clamped) return;
    const { layout, root, result } = this;
    const { style } = this.block;
    const isLastAllowed = style.clip && style.lineClamp > 0 && result.lines.length + 1 >= style.lineClamp;
    this.clamped = !last && isLastAllowed;
    const overflows = style.ellipsis && style.clip && widthOf(this.line) > this.available + SLACK;
    const first = this.firstLine;
    const height = finishLine({
      set: this.clamped || overflows ? shortened(this.line, this.available, root, layout) : this.line,
      line: result.lines,
      band: this.band,
      y: this.y,
      indent: this.indent,
      width: this.width,
      root,
      justify: !forced && !last && !this.clamped,
      least: first ? strut(first, layout.fonts) : this.strut,
      paragraph: this.paragraph,
      layout,
    });
    this.y += height;
    if (this.y > layout.most) throw tooLong();
    this.line = [];
    this.used = 0;
    this.indent = 0;
    this.placeLate();
    this.moveTo(this.y);
  }
}

const isContent = ({ piece }: Set) => piece.kind === "text" || piece.kind === "atom";
const isEdge = ({ piece }: Set) => piece.kind === "open" || piece.kind === "close";

/** Returns the width of the spaces at the end of a line. */
const trailOf = (line: Set[]) => line.findLast(isContent)?.trail ?? 0;

/** Returns the width of a line without the spaces at its end. */
const widthOf = (line: Set[]) => line.reduce((sum, { width }) => sum + width, 0) - trailOf(line);
