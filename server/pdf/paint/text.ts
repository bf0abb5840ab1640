import type { Decoration } from "../css/text-properties";
import type { Style } from "../css/style";
import type { TextFragment } from "../layout/fragment";
import { trace } from "./decorations";
import { runStroke } from "./run";
import { hex, type Surface } from "./surface";
import { drawTextShadows } from "./text-shadow";

/** Draws a run of text at a baseline. */
export function drawRun(surface: Surface, ...run: Parameters<typeof runStroke>): void {
  const stroke = runStroke(...run);
  if (stroke) surface.draw(stroke);
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

/** Draws the disc, circle or square of a list item. Returns false if the marker is another text. */
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
