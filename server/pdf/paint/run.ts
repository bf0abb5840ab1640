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

/** What sets a run at a baseline, word by word where spaces are wider than the font's; null where nothing is to be seen. */
export function runStroke(
  { face, text: whole }: Run,
  x: number,
  baseline: number,
  colour: { hex: string; alpha: number },
  setting: RunSetting,
  rtl = false,
): Stroke | null {
  const plain = shown(whole);
  if (plain.trim() === "" && !plain.includes(" ")) return null;
  if (rtl && mirrored(plain) !== plain) return turnedStroke(face, plain, x, baseline, colour, setting);
  const text = rtl ? fromRight(plain) : plain;
  const { size, letterSpacing, wider } = setting;
  if (wider === 0)
    return (pen) =>
      pen.fillColor(colour.hex, colour.alpha).text(face, size, text, x, baseline, letterSpacing);
  const parts: { text: string; x: number }[] = [];
  let at = x;
  for (const word of text.match(/\S* |\S+$/g) ?? []) {
    const more = word.endsWith(" ") ? wider : 0;
    // What is after a word from right to left is on its left.
    parts.push({ text: word, x: rtl ? at + more : at });
    at += widthOf(face, word) * size + [...word].length * letterSpacing + more;
  }
  return (pen) => {
    pen.fillColor(colour.hex, colour.alpha);
    for (const part of parts) pen.text(face, size, part.text, part.x, baseline, letterSpacing);
  };
}

/** Letters from right to left are turned by their font's rules; signs alone, and letters that are made to run so, are not. */
const fromRight = (text: string) => (isRightToLeft(text) ? text : [...text].reverse().join(""));

/** Sets a text from right to left in which brackets are turned around; whoever copies it gets them as they were written. */
function turnedStroke(
  face: Face,
  text: string,
  x: number,
  baseline: number,
  colour: { hex: string; alpha: number },
  { size, letterSpacing, wider }: RunSetting,
): Stroke {
  const parts: { text: string; written: string }[] = [];
  for (const character of text) {
    const turned = mirrored(character);
    const last = parts.at(-1);
    if (turned !== character) parts.push({ text: turned, written: character });
    else if (last?.written === "") last.text += character;
    else parts.push({ text: character, written: "" });
  }
  parts.reverse();
  return (pen) => {
    pen.fillColor(colour.hex, colour.alpha);
    let at = x;
    for (const part of parts) {
      at += spacesIn(part.text) * wider;
      pen.text(face, size, fromRight(part.text), at, baseline, letterSpacing, part.written);
      at += widthOf(face, part.text) * size + [...part.text].length * letterSpacing;
    }
  };
}
