import type { Element } from "domhandler";
import { textContent } from "domutils";
import type { Style } from "../css/style";
import { commaParts, unquoted, words } from "../css/values";
import type { Picture, PictureStore } from "../pictures/picture";
import type { NamedString } from "./box";

/*
 * Generated content: counters, list markers, and the pseudo-elements `::before` and `::after` (CSS Lists Level 3, CSS Generated
 * Content).
 */

/** Placeholder characters for the number of the page and for the number of pages. */
export const PAGE = "\u{f0000}";
export const PAGES = "\u{f0001}";

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
    .replaceAll(PAGE, String(number))
    .replaceAll(PAGES, String(pages))
    .replace(STRING, (_all, inside: string) => {
      const [name = "", which = "first"] = words(inside, /,/).map((part) => part.trim());
      return string(name, which);
    });

export interface Counters {
  /**
   * Applies the counter properties of an element. Returns a function that ends the counters of the children of this element.
   */
  enter: (element: Element, style: Style, pseudo?: boolean) => () => void;
  value: (name: string) => number;
  values: (name: string) => number[];
}

const MOST = 1_000_000_000;

export function createCounters(): Counters {
  const stacks = new Map<string, number[]>();
  const change = (name: string, by: number) => {
    const stack = stacks.get(name);
    if (!stack || stack.length === 0) stacks.set(name, [by]);
    else stack[stack.length - 1] = Math.max(-MOST, Math.min(MOST, stack.at(-1)! + by));
  };
  // Names of counters to end, for each open element. A counter ends together with the parent of the element that reset the
  // counter, because later siblings of this element can use the counter.
  const frames: string[][] = [[]];
  const begin = (name: string, value: number) => {
    const stack = stacks.get(name) ?? [];
    stacks.set(name, stack);
    stack.push(value);
  };
  const countItem = ({ parent, attribs }: Element) => {
    const reversed = parent && "attribs" in parent && "reversed" in parent.attribs;
    const value = Number.parseInt(attribs["value"] ?? "", 10);
    const stack = stacks.get("list-item");
    if (Number.isFinite(value) && stack && stack.length > 0)
      stack[stack.length - 1] = Math.max(-MOST, Math.min(MOST, value));
    else change("list-item", reversed ? -1 : 1);
  };
  return {
    enter: (element, style, pseudo = false) => {
      for (const [name, value] of counted(style.counterReset, 0)) {
        begin(name, value);
        frames.at(-1)?.push(name);
      }
      const isList = !pseudo && /^(ol|ul|menu|dir)$/.test(element.name);
      if (isList) begin("list-item", countBefore(element));
      if (!pseudo && style.display === "list-item") countItem(element);
      for (const [counter, by] of counted(style.counterIncrement, 1)) change(counter, by);
      frames.push([]);
      return () => {
        for (const counter of frames.pop() ?? []) stacks.get(counter)?.pop();
        if (isList) stacks.get("list-item")?.pop();
      };
    },
    value: (name) => stacks.get(name)?.at(-1) ?? 0,
    values: (name) => stacks.get(name) ?? [0],
  };
}

/**
 * Returns the counter value before the first item of a list. The value depends on the attributes `start` and `reversed` of the
 * list.
 */
function countBefore(list: Element): number {
  if ("reversed" in list.attribs) return items(list) + 1;
  const start = list.attribs["start"];
  return (Number.parseInt(start ?? "", 10) || (start === "0" ? 0 : 1)) - 1 || 0;
}

const items = (list: Element) => list.children.filter((node) => "name" in node && node.name === "li").length;

function counted(text: string, otherwise: number): [string, number][] {
  if (text === "none") return [];
  const found: [string, number][] = [];
  for (const word of words(text)) {
    const last = found.at(-1);
    if (/^-?\d{1,9}$/.test(word) && last) last[1] = Number(word);
    else if (/^[a-z_-][\w-]*$/i.test(word)) found.push([word, otherwise]);
  }
  return found;
}

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
  if (name === "page") return PAGE;
  if (name === "pages") return PAGES;
  const style = (kind === "counters" ? rest[1] : rest[0]) ?? "decimal";
  const values = kind === "counters" ? counters.values(name) : [counters.value(name)];
  return values
    .map((value) => numbered(value, style))
    .join(kind === "counters" ? unquoted(rest[0] ?? "") : "");
}

const ROMAN: [number, string][] = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];

function roman(value: number): string {
  if (value < 1 || value > 3_999) return String(value);
  let rest = value;
  let text = "";
  for (const [worth, letters] of ROMAN)
    while (rest >= worth) {
      text += letters;
      rest -= worth;
    }
  return text;
}

function lettered(value: number, first: string, count: number): string {
  if (value < 1) return String(value);
  let text = "";
  for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / count))
    text = String.fromCodePoint(first.codePointAt(0)! + ((rest - 1) % count)) + text;
  return text;
}

/** Formats a number in a counter style. */
export function numbered(value: number, style: string): string {
  switch (style) {
    case "lower-roman":
      return roman(value);
    case "upper-roman":
      return roman(value).toUpperCase();
    case "lower-alpha":
    case "lower-latin":
      return lettered(value, "a", 26);
    case "upper-alpha":
    case "upper-latin":
      return lettered(value, "A", 26);
    case "decimal-leading-zero":
      return value >= 0 && value < 10 ? `0${value}` : String(value);
    case "disc":
      return "\u2022";
    case "circle":
      return "\u25e6";
    case "square":
      return "\u25aa";
    case "none":
      return "";
    default:
      return String(value);
  }
}

/** Returns the marker of a list item. Returns null if the item has no marker. */
export function markerOf({ listStyleType }: Style, counters: Counters): string | null {
  if (listStyleType === "none") return null;
  if (/^["']/.test(listStyleType)) return unquoted(listStyleType);
  if (/^(disc|circle|square)$/.test(listStyleType)) return numbered(1, listStyleType);
  return `${numbered(counters.value("list-item"), listStyleType)}. `;
}
