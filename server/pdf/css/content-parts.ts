import { commaParts } from "./values";

/* Parts of the value of `content` (CSS Generated Content Level 3). */

/** Pattern of the tokens in `content`: strings, functions and words. */
const PART =
  /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|(?<![a-z-])[a-z-]+\((?:[^()"']|"[^"]*"|'[^']*'|\([^()]*\))*\)|[^\s"'()]+/gi;

/** A string, a function or a word. `name` is the name of a function in lower case, and `inside` the text in its parentheses. */
interface ContentPart {
  word: string;
  name?: string;
  inside: string;
}

/** Returns the parts of a value. The text after a slash is for screen readers only, and is left out. */
export function contentParts(value: string): ContentPart[] {
  const found: ContentPart[] = [];
  for (const word of value.match(PART) ?? []) {
    if (word === "/") break;
    const [, name, inside = ""] = /^([a-z-]+)\(([\s\S]*)\)$/i.exec(word) ?? [];
    found.push({ word, inside, ...(name !== undefined && { name: name.toLowerCase() }) });
  }
  return found;
}

/** A counter of a link target, as `target-counter()` names it. `target` is a string or `attr()`. */
export function targetCounterIn(inside: string): { target: string; counter: string; style: string } {
  const [target = "", counter = "", style = "decimal"] = commaParts(inside);
  return { target, counter, style: style.toLowerCase() };
}

const EVERYWHERE = /^(attr|counters?|url|var)$/;
const IN_ELEMENTS = /^(leader|target-counter)$/;

/** Returns the functions in a value of `content` that the renderer does not support. */
export const unknownFunctions = (value: string, isMargin: boolean): string[] =>
  contentParts(value).flatMap(({ name, inside }) => {
    if (name === undefined || EVERYWHERE.test(name)) return [];
    if (isMargin) return name === "string" ? [] : [name];
    const isKnown =
      IN_ELEMENTS.test(name) && (name === "leader" || targetCounterIn(inside).counter === "page");
    return isKnown ? [] : [name];
  });
