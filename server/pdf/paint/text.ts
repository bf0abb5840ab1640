import { PAGE, PAGES } from "../boxes/content";
import type { Decoration, Style } from "../css/style";
import type { TextFragment } from "../layout/fragment";
import { isRightToLeft, mirrored } from "../layout/direction";
import type { Run } from "../fonts/library";
import type { Face } from "../fonts/face";
import { spacesIn, widthOf } from "../fonts/library";
import { trace } from "./decorations";
import { hex, type Surface } from "./surface";
import { drawTextShadows } from "./text-shadow";

/** Counters of pages have no place in running text. */
const shown = (text: string) =>
  text.replaceAll(PAGE, "").replaceAll(PAGES, "").replaceAll("\u00ad", "").replaceAll("\u00a0", " ");

interface Setting {
  size: number;
  letterSpacing: number;
  /** What each space is wider by. */
  wider: number;
}

/** Sets a run at a baseline; word by word where spaces are wider than the font's. */
export function drawRun(
  surface: Surface,
  run: Run,
  x: number,
  baseline: number,
  colour: { hex: string; alpha: number },
  { size, letterSpacing, wider }: Setting,
  rtl = false,
): void {
  const plain = shown(run.text);
  if (plain.trim() === "" && !plain.includes(" ")) return;
  if (rtl && mirrored(plain) !== plain) {
    drawTurned(surface, run.face, plain, x, baseline, colour, { size, letterSpacing, wider });
    return;
  }
  const text = rtl ? fromRight(plain) : plain;
  const { face } = run;
  if (wider === 0) {
    surface.draw((pen) =>
      pen.fillColor(colour.hex, colour.alpha).text(face, size, text, x, baseline, letterSpacing),
    );
    return;
  }
  const parts: { text: string; x: number }[] = [];
  let at = x;
  for (const word of text.match(/\S* |\S+$/g) ?? []) {
    const more = word.endsWith(" ") ? wider : 0;
    // What is after a word from right to left is on its left.
    parts.push({ text: word, x: rtl ? at + more : at });
    at += widthOf(run.face, word) * size + [...word].length * letterSpacing + more;
  }
  surface.draw((pen) => {
    pen.fillColor(colour.hex, colour.alpha);
    for (const part of parts) pen.text(face, size, part.text, part.x, baseline, letterSpacing);
  });
}

/** Letters from right to left are turned by their font's rules; signs alone, and letters that are made to run so, are not. */
const fromRight = (text: string) => (isRightToLeft(text) ? text : [...text].reverse().join(""));

/** Sets a text from right to left in which brackets are turned around; whoever copies it gets them as they were written. */
function drawTurned(
  surface: Surface,
  face: Face,
  text: string,
  x: number,
  baseline: number,
  colour: { hex: string; alpha: number },
  { size, letterSpacing, wider }: Setting,
) {
  const parts: { text: string; written: string }[] = [];
  for (const character of text) {
    const turned = mirrored(character);
    const last = parts.at(-1);
    if (turned !== character) parts.push({ text: turned, written: character });
    else if (last?.written === "") last.text += character;
    else parts.push({ text: character, written: "" });
  }
  surface.draw((pen) => {
    pen.fillColor(colour.hex, colour.alpha);
    let at = x;
    for (const part of parts.reverse()) {
      at += spacesIn(part.text) * wider;
      pen.text(face, size, fromRight(part.text), at, baseline, letterSpacing, part.written);
      at += widthOf(face, part.text) * size + [...part.text].length * letterSpacing;
    }
  });
}

export function drawText(surface: Surface, fragment: TextFragment, x: number, y: number): void {
  const { style, runs, stretch } = fragment;
  const alpha = style.color.alpha * surface.opacity;
  if (!style.visible || alpha <= 0 || style.fontSize <= 0) return;
  const colour = { hex: hex(style.color), alpha };
  const baseline = y + fragment.baseline;
  if (style.textShadow.length > 0) drawTextShadows(surface, fragment, x, baseline);
  const under = style.decorations.filter(({ line }) => line !== "line-through");
  for (const decoration of under) drawDecoration(surface, decoration, fragment, x, baseline);
  for (const { run, x: offset, rtl } of runs)
    drawRun(
      surface,
      run,
      x + offset,
      baseline,
      colour,
      { size: style.fontSize, letterSpacing: style.letterSpacing, wider: stretch + style.wordSpacing },
      rtl,
    );
  for (const decoration of style.decorations)
    if (decoration.line === "line-through") drawDecoration(surface, decoration, fragment, x, baseline);
}

function drawDecoration(
  surface: Surface,
  { line, color, style: look }: Decoration,
  { style, width }: TextFragment,
  x: number,
  baseline: number,
) {
  const { fontSize: size } = style;
  const thick = Math.max(1, Math.round(size / 16));
  const y =
    line === "underline"
      ? baseline + Math.max(1, size * 0.11) + thick / 2
      : line === "overline"
        ? baseline - size * 0.9
        : baseline - size * 0.28;
  const stroke = hex(color);
  const alpha = color.alpha * surface.opacity;
  surface.draw((pen) => {
    pen.save().lineWidth(thick).strokeColor(stroke, alpha);
    if (look === "dashed") pen.dash(thick * 3, { space: thick * 2 });
    if (look === "dotted") pen.dash(thick, { space: thick });
    pen.moveTo(x, y).lineTo(x + width, y);
    if (look === "double") pen.moveTo(x, y + thick * 2).lineTo(x + width, y + thick * 2);
    pen.stroke().restore();
  });
}

/** Draws a disc, a circle or a square before a list item, as browsers do; false for a marker that is text. */
export function drawBullet(
  surface: Surface,
  { text, width }: { text: string; width: number },
  x: number,
  baseline: number,
  { fontSize, color }: Style,
): boolean {
  if (!/^[\u2022\u25e6\u25aa]$/.test(text)) return false;
  const size = fontSize * 0.32;
  const left = x + Math.max(0, width - size);
  const top = baseline - fontSize * 0.27 - size / 2;
  const colour = hex(color);
  const alpha = color.alpha * surface.opacity;
  surface.draw((pen) => {
    if (text === "\u25aa") pen.rect(left, top, size, size).fillColor(colour, alpha).fill();
    else {
      trace(pen, { x: left, y: top, width: size, height: size }, [size / 2, size / 2, size / 2, size / 2]);
      if (text === "\u2022") pen.fillColor(colour, alpha).fill();
      else pen.lineWidth(1).strokeColor(colour, alpha).stroke();
    }
  });
  return true;
}
