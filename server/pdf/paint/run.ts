import { PAGE, PAGES } from "../boxes/content";
import type { Face } from "../fonts/face";
import { spacesIn, widthOf, type Run } from "../fonts/library";
import { isRightToLeft, mirrored } from "../layout/direction";
import type { Stroke } from "./surface";

/*
 * Runs of letters by the pen, in pages and in drawings.
 */

/** What is printed of a text: counters of pages have no place in it, and hyphens that may be there are not. */
const shown = (text: string) =>
  text.replaceAll(PAGE, "").replaceAll(PAGES, "").replaceAll("\u00ad", "").replaceAll("\u00a0", " ");

interface RunSetting {
  size: number;
  letterSpacing: number;
  /** What each space is wider by. */
  wider: number;
}

/** Letters that are set together. */
export interface Part {
  text: string;
  x: number;
  /** What it stands for, where that is not what is shown; empty where it is. */
  written: string;
}

/** What sets a run at a baseline; null where nothing is to be seen. */
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

/** The parts of a run that begins at `x`: words where spaces are wider than the font's; none where nothing is to be seen. */
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
    // What is after a word from right to left is on its left.
    parts.push({ text: word, x: rtl ? at + more : at, written: "" });
    at += widthOf(face, word) * size + [...word].length * letterSpacing + more;
  }
  return parts;
}

/** Letters from right to left are turned by their font's rules; signs alone, and letters that are made to run so, are not. */
const fromRight = (text: string) => (isRightToLeft(text) ? text : [...text].reverse().join(""));

/** A text from right to left in which brackets are turned around; whoever copies it gets them as they were written. */
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
