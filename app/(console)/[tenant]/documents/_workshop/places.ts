import type { RefusalParams } from "./rendering";

/** Range of characters in a source text. */
export interface Span {
  from: number;
  to: number;
}

/**
 * Returns the range in a template that a warning is about, or null if no range is found. An English warning contains a name
 * instead of a position: a key of the data, an address or a property. This function searches the template for the name.
 */
export function placeOf(words: string, html: string): Span | null {
  if (/^[\w$@./-]+$/.test(words)) return keyAt(html, words);
  const subject = /^(?:the selector )?(.*?) (?:is|are|has|cannot) /.exec(words)?.[1] ?? words;
  const names = [subject, ...subject.split(/\s+/).reverse()].map((name) => name.replace(/…$/, ""));
  for (const name of names) {
    if (name.length < 2) continue;
    const from = html.indexOf(name);
    if (from !== -1) return { from, to: from + name.length };
  }
  return null;
}

/**
 * Returns the range in a template that an error is about, or null. The parameters of the error contain a line number or a name.
 */
export function placeOfRefusal(params: RefusalParams, html: string): Span | null {
  for (const value of Object.values(params)) {
    if (typeof value !== "string") continue;
    const line = /\bline (\d+)/.exec(value)?.[1];
    const found = line === undefined ? keyAt(html, value) : lineAt(html, Number(line));
    if (found) return found;
  }
  return null;
}

function keyAt(html: string, key: string): Span | null {
  const name = key.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  const found =
    new RegExp(`\\{\\{[^}]*?(?<![\\w.])${name}(?![\\w.])[^}]*\\}\\}\\}?`).exec(html) ??
    new RegExp(`(?<![\\w.])${name}(?![\\w.])`).exec(html);
  return found && { from: found.index, to: found.index + found[0].length };
}

function lineAt(text: string, line: number): Span | null {
  let from = 0;
  for (let at = 1; at < line; at++) {
    const end = text.indexOf("\n", from);
    if (end === -1) return null;
    from = end + 1;
  }
  const end = text.indexOf("\n", from);
  return { from, to: end === -1 ? text.length : end };
}
