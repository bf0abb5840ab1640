import { isTag, isText, type Element } from "domhandler";
import type { Library } from "../../fonts/library";
import { visualParts } from "../../layout/direction";
import type { Drawing } from "../../pictures/picture";
import { runStroke } from "../run";
import type { Stroke } from "../surface";
import { lengthIn, styled, propertiesOf, type SvgStyle, type Properties } from "./style";

/*
 * Text in SVG drawings. The text is divided into chunks at each new position. The property text-anchor aligns each chunk (SVG 2
 * §11).
 */

export interface Setting {
  fonts: Library;
  declared: Drawing["declared"];
  size: { width: number; height: number };
  /**
   * Counts one part of a text towards `MOST_NODES`, the maximum number of elements. Returns false if the maximum is exceeded.
   */
  counts: () => boolean;
  /** Returns the colour and opacity of text. Returns null for invisible text. */
  paint: (style: SvgStyle) => { hex: string; alpha: number } | null;
}

interface Piece {
  text: string;
  style: SvgStyle;
  x: number;
  y: number;
  width: number;
}

/** Returns the functions that draw a text element. */
export function textStrokes(
  element: Element,
  properties: Properties,
  style: SvgStyle,
  setting: Setting,
): Stroke[] {
  const { fonts, size } = setting;
  const strokes: Stroke[] = [];
  let pieces: Piece[] = [];
  let [x, y] = [0, 0];
  // True if white space that follows is removed. White space is removed at the start of the text and after other white space.
  let spaced = true;

  const widthOf = (text: string, { font }: SvgStyle) =>
    fonts
      .runs(text, font)
      .reduce((sum, run) => sum + run.width * font.fontSize + run.letters * font.letterSpacing, 0);

  /** Ends the current chunk and aligns it. */
  const end = () => {
    const last = pieces.at(-1);
    if (!last) return;
    if (last.text.endsWith(" ")) {
      last.text = last.text.trimEnd();
      last.width = widthOf(last.text, last.style);
    }
    const start = pieces[0]!.x;
    const width = last.x + last.width - start;
    const { anchor } = pieces[0]!.style;
    const shift = anchor === "middle" ? -width / 2 : anchor === "end" ? -width : 0;
    for (const piece of pieces) strokes.push(...pieceStrokes(piece, shift, setting));
    x = last.x + last.width + shift;
    pieces = [];
  };

  const say = (text: string, own: SvgStyle) => {
    let shown = text.replace(/\s+/g, " ");
    if (spaced) shown = shown.trimStart();
    if (shown === "" || !setting.counts()) return;
    spaced = shown.endsWith(" ");
    const width = widthOf(shown, own);
    pieces.push({ text: shown, style: own, x, y, width });
    x += width;
  };

  const walk = (parent: Element, saying: Properties, own: SvgStyle, depth: number) => {
    const place = (name: string, base: number) => {
      const text = saying.get(name);
      return text === undefined ? null : lengthIn(text, own, base);
    };
    const [toX, toY] = [place("x", size.width), place("y", size.height)];
    if (toX !== null || toY !== null) {
      end();
      if (toX !== null) spaced = true;
      x = toX ?? x;
      y = toY ?? y;
    }
    x += place("dx", size.width) ?? 0;
    y += place("dy", size.height) ?? 0;
    for (const child of parent.children) {
      if (isText(child)) say(child.data, own);
      else if (isTag(child) && /^(tspan|a)$/.test(child.name) && depth < 20) {
        const inner = propertiesOf(child, setting.declared);
        if (inner.get("display") !== "none") walk(child, inner, styled(inner, own, size), depth + 1);
      }
    }
  };
  walk(element, properties, style, 0);
  end();
  return strokes;
}

/**
 * Returns the vertical distance from the given point down to the baseline, as a fraction of the font size (CSS Inline Layout
 * Level 3 §4.2).
 */
function belowOf({ baseline, font }: SvgStyle, fonts: Library): number {
  const face = fonts.primary(font);
  switch (baseline) {
    case "middle":
      return face.xHeight / 2;
    case "central":
      return (face.ascent - face.descent) / 2;
    case "hanging":
      return face.ascent * 0.8;
    case "mathematical":
      return face.ascent / 2;
    case "text-before-edge":
    case "before-edge":
    case "text-top":
      return face.ascent;
    case "text-after-edge":
    case "after-edge":
    case "text-bottom":
    case "ideographic":
      return -face.descent;
    default:
      return 0;
  }
}

function pieceStrokes({ text, style, x, y }: Piece, shift: number, { fonts, paint }: Setting): Stroke[] {
  const colour = paint(style);
  const { fontSize, letterSpacing } = style.font;
  if (!colour || !style.visible || !(fontSize > 0)) return [];
  let at = x + shift;
  const baseline = y + belowOf(style, fonts) * fontSize;
  return visualParts(text, "ltr").flatMap((part) => {
    const rtl = part.level % 2 === 1;
    const runs = fonts.runs(part.text, style.font);
    return (rtl ? [...runs].reverse() : runs).flatMap((run): Stroke[] => {
      const from = at;
      at += run.width * fontSize + run.letters * letterSpacing;
      const stroke = runStroke(run, from, baseline, colour, { size: fontSize, letterSpacing, wider: 0 }, rtl);
      return stroke ? [stroke] : [];
    });
  });
}
