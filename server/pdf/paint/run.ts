import { PAGE, PAGES } from "../boxes/content";
import type { Face } from "../fonts/face";
import { spacesIn, widthOf, type Run } from "../fonts/library";
import { isRightToLeft, mirrored } from "../layout/direction";
import type { Stroke } from "./surface";

/*
 * Draws text runs in pages and drawings.
 */

/** Returns the text to print, without placeholders and soft hyphens. */
const shown = (text: string) =>
  text.replaceAll(PAGE, "").replaceAll(PAGES, "").replaceAll("\u00ad", "").replaceAll("\u00a0", " ");

interface RunSetting {
  size: number;
  letterSpacing: number;
  /** The additional width of each space. */
  wider: number;
}

/** A part of a run that is set together. */
export interface Part {
  text: string;
  x: number;
  /** The text to copy where it differs from the shown one; otherwise empty. */
  written: string;
}

/** Returns a stroke that sets a run at a baseline; null where nothing is visible. */
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

/** Splits a run at `x` into words where spaces are widened; returns no parts where nothing is visible. */
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
    // The text after a right-to-left word is on its left.
    parts.push({ text: word, x: rtl ? at + more : at, written: "" });
    at += widthOf(face, word) * size + [...word].length * letterSpacing + more;
  }
  return parts;
}

/**
 * Prepares right-to-left text for fontkit. fontkit reverses right-to-left scripts. Signs and overridden text are
 * reversed here.
 */
const fromRight = (text: string) => (isRightToLeft(text) ? text : [...text].reverse().join(""));

/** Mirrors the brackets of right-to-left text; copied text keeps the original ones. */
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
