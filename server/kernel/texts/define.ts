import type { CodedText, TextParam } from "@/db/kit";

export type { CodedText, TextParam };

type NameIn<English extends string> = English extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NameIn<Rest>
  : never;

/** Creates the text. Its parameters are the names in its English text. */
type Say<English extends string> = [NameIn<English>] extends [never]
  ? () => CodedText
  : (params: Record<NameIn<English>, TextParam>) => CodedText;

/** A text's code and its English text. */
export interface PublishedText<English extends string = string> {
  readonly code: string;
  readonly english: English;
}

/** Creates texts of one code. */
export type DefinedText<English extends string> = Say<English> & PublishedText<English>;

/**
 * Declares the texts of an area that operations return: facts, reasons, results, names. The code of each is
 * `<area>.<name>`. A list as a parameter is joined by commas. A variable word of a sentence is a text of its
 * own, because other languages inflect it.
 */
export function defineTexts<const English extends Record<string, string>>(area: string, english: English) {
  const texts = Object.entries(english).map(([name, words]) => {
    const code = `${area}.${name}`;
    const say = (params: CodedText["params"] = {}): CodedText => ({ code, params });
    return [name, Object.assign(say, { code, english: words })];
  });
  return Object.fromEntries(texts) as { readonly [Name in keyof English]: DefinedText<English[Name]> };
}
