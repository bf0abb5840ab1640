import type { Element } from "domhandler";
import { textContent } from "domutils";
import { contentParts, targetCounterIn } from "../css/content-parts";
import { inheritedStyle, type Style } from "../css/style";
import { commaParts, unquoted, words } from "../css/values";
import type { Picture, PictureStore } from "../pictures/picture";
import type { Box, NamedString } from "./box";
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

const TARGET = /\u{f0004}([a-z-]*),([^\u{f0003}\u{f0004}]*)\u{f0003}/gu;

/** Replaces the placeholders for pages of link targets. `pageOf` returns undefined for an unknown target. */
export const withTargets = (text: string, pageOf: (target: string) => number | undefined): string =>
  text.replace(TARGET, (_all, style: string, target: string) => {
    const page = pageOf(target);
    return page === undefined ? "" : numbered(page, style);
  });

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

/** A pattern that is repeated to fill a line. */
interface Leader {
  leader: string;
}

type Functions = Record<string, (inside: string) => string | Leader | null>;

/** Functions that only the `content` of margin boxes can use. */
export const MARGIN_FUNCTIONS: Functions = { string: stringMark };

const LEADERS: Readonly<Record<string, string>> = { dotted: ". ", solid: "_", space: " " };

/** Functions that only the `content` of elements can use. Adds the link targets whose pages are shown to `targets`. */
export const elementFunctions = (element: Element, targets: Set<string>): Functions => ({
  leader: (inside) => ({ leader: LEADERS[inside.trim().toLowerCase()] ?? unquoted(inside) }),
  "target-counter": (inside) => {
    const { target, counter, style } = targetCounterIn(inside);
    if (counter !== "page") return null;
    const [, attribute] = /^attr\(([\s\S]*)\)$/i.exec(target) ?? [];
    const address = attribute === undefined ? unquoted(target) : attributeText(attribute, element);
    const key = address.trim().replace(/[\u{f0003}\u{f0004}]/gu, "");
    targets.add(key);
    return `\u{f0004}${style},${key}\u{f0003}`;
  },
});

/**
 * Returns the parts of a `content` value: texts, pictures and leaders. `more` contains additional functions by name. Each of
 * these functions gets the text between its parentheses, and returns null if the text is invalid.
 */
export function generated(
  content: string,
  element: Element,
  counters: Counters,
  pictures: PictureStore,
  more: Functions = {},
): (string | Picture | Leader)[] {
  const found: (string | Picture | Leader)[] = [];
  for (const { word, name, inside } of contentParts(content)) {
    if (/^["']/.test(word)) found.push(unquoted(word));
    else if (word === "open-quote") found.push("\u201c");
    else if (word === "close-quote") found.push("\u201d");
    else if (name === "attr") found.push(attributeText(inside, element));
    else if (name === "counter" || name === "counters") found.push(counterText(name, inside, counters));
    else if (name === "url") {
      const picture = pictures.fromSource(unquoted(inside), "content");
      if (picture) found.push(picture);
    } else if (name !== undefined) {
      const part = Object.hasOwn(more, name) ? more[name]!(inside) : null;
      // An unknown function makes the whole value invalid.
      if (part === null) return [];
      found.push(part);
    }
  }
  return found;
}

const textStyles = new WeakMap<Style, Style>();

/**
 * Returns the style of the text nodes in an element: inherited properties of the element, and initial values of all other
 * properties.
 */
export function textStyleOf(style: Style): Style {
  let found = textStyles.get(style);
  if (!found) textStyles.set(style, (found = inheritedStyle(style)));
  return found;
}

/** Returns the boxes of generated content in a box with this style. */
export function generatedBoxes(parts: readonly (string | Picture | Leader)[], outer: Style): Box[] {
  const style = textStyleOf(outer);
  return parts.map((part) => {
    if (typeof part === "string") return { kind: "text", style, element: null, text: part };
    if (!("leader" in part)) return { kind: "replaced", style, element: null, picture: part, alt: "" };
    const unbroken: Style = { ...style, whiteSpace: "pre" };
    return { kind: "text", style: unbroken, element: null, text: part.leader, isLeader: true };
  });
}

/** Returns the value of `attr()`: the attribute, or else the fallback after the comma. A type after the name has no effect. */
function attributeText(inside: string, element: Element): string {
  const [typed = "", fallback = ""] = commaParts(inside);
  const name = typed.split(/\s/)[0]!.toLowerCase();
  return element.attribs[name] ?? unquoted(fallback);
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
