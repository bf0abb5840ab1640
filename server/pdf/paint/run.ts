import { withoutPageMarks } from "../boxes/content";
import type { Face } from "../fonts/face";
import { spacesIn, widthOf, type Run } from "../fonts/library";
import { isRightToLeft, mirrored } from "../layout/direction";
import type { Stroke } from "./surface";

/* Draws text on pages and in SVG drawings. */

/** Returns the text to draw. Removes page placeholders and soft hyphens. */
const shown = (text: string) => withoutPageMarks(text).replaceAll("\u00ad", "").replaceAll("\u00a0", " ");

interface RunSetting {
  size: number;
  letterSpacing: number;
  /** Width in pixels that is added to each space. */
  wider: number;
}

/** A part of a run that is drawn with one text operator. */
export interface Part {
  text: string;
  x: number;
  /** The text that PDF readers copy, if it differs from the drawn text. Otherwise empty. */
  written: string;
}

/** Returns a function that draws a run at a baseline. Returns null if nothing is visible. */
export function runStroke(
  run: Run,
  x: number,
  baseline: number,
  colour: { hex: string; alpha: number },
  setting: RunSetting,
  rtl = false,
): Stroke | null {
  const parts = partsOf(run, x, setting, rtl);
  if (parts.length === 0) return null;
  return (pen) => {
    pen.fillColor(colour.hex, colour.alpha);
    for (const part of parts)
      pen.text(run.face, setting.size, part.text, part.x, baseline, setting.letterSpacing, part.written);
  };
}

/** Splits a run that starts at `x`. If spaces are widened, each word is a part. Returns no parts if nothing is visible. */
export function partsOf({ face, text: whole }: Run, x: number, setting: RunSetting, rtl: boolean): Part[] {
  const plain = shown(whole);
  if (plain.trim() === "" && !plain.includes(" ")) return [];
  if (rtl && mirrored(plain) !== plain) return turnedParts(face, plain, x, setting);
  const text = rtl ? fromRight(plain) : plain;
  const { size, letterSpacing, wider } = setting;
  if (wider === 0) return [{ text, x, written: "" }];
  const parts: Part[] = [];
  let at = x;
  for (const word of text.split(/(?<= )/)) {
    const more = word.endsWith(" ") ? wider : 0;
    // In a right-to-left run, the space is to the left of its word.
    parts.push({ text: word, x: rtl ? at + more : at, written: "" });
    at += widthOf(face, word) * size + [...word].length * letterSpacing + more;
  }
  return parts;
}

/**
 * Prepares text of a right-to-left run for fontkit. fontkit itself reverses text in right-to-left scripts. Other text is
 * reversed here, for example signs and Latin text with `bidi-override`.
 */
const fromRight = (text: string) => (isRightToLeft(text) ? text : [...text].reverse().join(""));

/**
 * Splits a right-to-left text with brackets into parts. The drawn brackets are mirrored. Copied text has the original brackets.
 */
function turnedParts(
  face: Face,
  text: string,
  x: number,
  { size, letterSpacing, wider }: RunSetting,
): Part[] {
  const parts: Omit<Part, "x">[] = [];
  for (const character of text) {
    const turned = mirrored(character);
    const last = parts.at(-1);
    if (turned !== character) parts.push({ text: turned, written: character });
    else if (last?.written === "") last.text += character;
    else parts.push({ text: character, written: "" });
  }
  let at = x;
  return parts.reverse().map((part) => {
    at += spacesIn(part.text) * wider;
    const placed = { text: fromRight(part.text), x: at, written: part.written };
    at += widthOf(face, part.text) * size + [...part.text].length * letterSpacing;
    return placed;
  });
}
