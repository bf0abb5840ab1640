import type { Element } from "domhandler";
import { textContent } from "domutils";
import type { Style } from "../css/style";
import { commaParts, unquoted, words } from "../css/values";
import type { Picture, PictureStore } from "../pictures/picture";
import type { NamedString } from "./box";
import { COUNTER_STYLES, numbered } from "./counter-styles";
import type { Counters } from "./counters";

/*
 * Generated content: list markers, and the pseudo-elements `::before` and `::after` (CSS Lists Level 3, CSS Generated
 * Content).
 */

/** First placeholder characters for the number of the page and for the number of pages. Each counter style has a character. */
const PAGE = 0xf0100;
const PAGES = 0xf0200;
const PAGE_MARK = /[\u{f0100}-\u{f02ff}]/gu;

const pageMark = (first: number, style: string) =>
  String.fromCodePoint(first + Math.max(0, COUNTER_STYLES.indexOf(style)));

/** Returns the placeholder for a named string. `inside` has the name of the string and optionally a position on the page. */
const stringMark = (inside: string) => `\u{f0002}${inside}\u{f0003}`;

const STRING = /\u{f0002}([^\u{f0002}\u{f0003}]*)\u{f0003}/gu;

/** The values of one page that replace the placeholders. */
export interface PageFacts {
  /** Number of the page, counted from 1. */
  number: number;
  pages: number;
  /** Returns the value of a named string on the page. `which` is `first`, `last`, `start` or `first-except`. */
  string: (name: string, which: string) => string;
}

/** Replaces the placeholders in a text by the values of a page. */
export const withPageFacts = (text: string, { number, pages, string }: PageFacts): string =>
  text
    .replace(PAGE_MARK, (mark) => {
      const code = mark.codePointAt(0)!;
      const [value, first] = code < PAGES ? [number, PAGE] : [pages, PAGES];
      return numbered(value, COUNTER_STYLES[code - first] ?? "decimal");
    })
    .replace(STRING, (_all, inside: string) => {
      const [name = "", which = "first"] = words(inside, /,/).map((part) => part.trim());
      return string(name, which);
    });

/** Removes the placeholders for page numbers from a text that does not belong to a page. */
export const withoutPageMarks = (text: string): string => text.replace(PAGE_MARK, "");

/** Pattern of the tokens in `content`: strings, functions and words. */
const PART =
  /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|(?<![a-z-])[a-z-]+\((?:[^()"']|"[^"]*"|'[^']*'|\([^()]*\))*\)|[^\s"'()]+/gi;

/** Maximum length of a named string that is the text of an element, in characters. */
const LONGEST = 1_000;

/** Returns the named strings that an element sets with the property `string-set`. */
export function stringsOf(
  { stringSet }: Style,
  element: Element,
  counters: Counters,
  pictures: PictureStore,
): NamedString[] {
  if (stringSet === "none") return [];
  const text = (inside: string) =>
    /^(text)?$/.test(inside.trim()) ? textContent(element).replace(/\s+/g, " ").trim().slice(0, LONGEST) : "";
  return commaParts(stringSet).flatMap((part) => {
    const [, name, content] = /^(-?[a-z_][\w-]*)\s+(\S[\s\S]*)$/i.exec(part) ?? [];
    if (name === undefined || content === undefined) return [];
    const parts = generated(content, element, counters, pictures, { content: text });
    return [{ name, value: parts.filter((one) => typeof one === "string").join("") }];
  });
}

/** Functions that only the `content` of margin boxes can use. */
export const MARGIN_FUNCTIONS = { string: stringMark };

/**
 * Returns the parts of a `content` value: texts and pictures. `more` contains additional functions by name. Each of these
 * functions gets the text between its parentheses.
 */
export function generated(
  content: string,
  element: Element,
  counters: Counters,
  pictures: PictureStore,
  more: Record<string, (inside: string) => string> = {},
): (string | Picture)[] {
  const found: (string | Picture)[] = [];
  for (const word of content.match(PART) ?? []) {
    // The text after the slash is for screen readers only.
    if (word === "/") break;
    const [, name, inside = ""] = /^([a-z-]+)\(([\s\S]*)\)$/i.exec(word) ?? [];
    if (/^["']/.test(word)) found.push(unquoted(word));
    else if (word === "open-quote") found.push("\u201c");
    else if (word === "close-quote") found.push("\u201d");
    else if (name === "attr") found.push(element.attribs[inside.trim().toLowerCase()] ?? "");
    else if (name === "counter" || name === "counters") found.push(counterText(name, inside, counters));
    else if (name === "url") {
      const picture = pictures.fromSource(unquoted(inside), "content");
      if (picture) found.push(picture);
    } else if (name !== undefined && Object.hasOwn(more, name)) found.push(more[name]!(inside));
    // An unknown function makes the whole value invalid.
    else if (name !== undefined) return [];
  }
  return found;
}

function counterText(kind: string, inside: string, counters: Counters): string {
  const [name = "", ...rest] = words(inside, /,/).map((part) => part.trim());
  const style = ((kind === "counters" ? rest[1] : rest[0]) ?? "decimal").toLowerCase();
  if (name === "page") return pageMark(PAGE, style);
  if (name === "pages") return pageMark(PAGES, style);
  const values = kind === "counters" ? counters.values(name) : [counters.value(name)];
  return values
    .map((value) => numbered(value, style))
    .join(kind === "counters" ? unquoted(rest[0] ?? "") : "");
}

/** Returns the marker of a list item. Returns null if the item has no marker. */
export function markerOf({ listStyleType }: Style, counters: Counters): string | null {
  if (listStyleType === "none") return null;
  if (/^["']/.test(listStyleType)) return unquoted(listStyleType);
  if (/^(disc|circle|square)$/.test(listStyleType)) return numbered(1, listStyleType);
  return `${numbered(counters.value("list-item"), listStyleType)}. `;
}
