import { readFileSync } from "node:fs";
import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";

/** Message of a PO catalogue. */
export interface Entry {
  /** Area of the message. `key` is the key that the build derives from the English text. */
  area: string;
  key: string;
  english: string;
  /** Translated text. Empty if the message has no translation. */
  translation: string;
}

/** Returns the strings of a PO entry by keyword. Joins a string that spans several lines. */
function stringsOf(block: string): Record<string, string> {
  const strings: Record<string, string> = {};
  let keyword = "";
  for (const line of block.split("\n")) {
    const [, begun = "", quoted] = /^(?:(msg\w+) )?(".*")$/.exec(line) ?? [];
    if (quoted === undefined) continue;
    keyword = begun || keyword;
    strings[keyword] = (strings[keyword] ?? "") + (JSON.parse(quoted) as string);
  }
  return strings;
}

/** Reads the messages of a catalogue. `npm run words` writes the catalogues. */
export function readCatalogue(path: string): Entry[] {
  const blocks = readFileSync(path, "utf8").split(/\n\n+/).map(stringsOf);
  return blocks.flatMap(({ msgctxt, msgid = "", msgstr = "" }) => {
    if (msgctxt === undefined) return [];
    const dot = msgctxt.lastIndexOf(".");
    return [
      { area: msgctxt.slice(0, dot), key: msgctxt.slice(dot + 1), english: msgid, translation: msgstr },
    ];
  });
}

function* gapsIn(elements: readonly MessageFormatElement[]): Generator<string> {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    if (element.type === TYPE.tag) {
      yield `<${element.value}>`;
      yield* gapsIn(element.children);
      continue;
    }
    yield `{${element.value}}`;
    if (element.type === TYPE.plural || element.type === TYPE.select)
      for (const { value } of Object.values(element.options)) yield* gapsIn(value);
  }
}

/**
 * Returns the names of the arguments and tags in a message, sorted and without duplicates. Throws if the message is not valid
 * ICU MessageFormat.
 */
export const gapsOf = (message: string): string[] => [...new Set(gapsIn(parse(message)))].sort();
