/** Maximum length of a text for the lookup, in characters. Messages of operations are shorter. */
const MAX_TEXT = 4_000;
/** Maximum depth of nested texts. */
const MAX_DEPTH = 4;

/** Entry with interpolated parts: the English literals around them, and the translation. */
interface Template {
  key: string;
  literals: string[];
  translation: string;
}

/**
 * `{0}` is an interpolated part that stays unchanged. `{0 translated}` is a part that the dictionary translates. `{0 places}` is
 * a list of places with commas, or such a text.
 */
const PLACEHOLDER = /\{(\d)( translated| places)?\}/g;
const FIELD = /^[\w.$-]{1,100}$/;
const SENTENCE_END = /(?<=[.:]) (?=\p{Lu})/u;

const asItIs = (text: string) => text;

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const flipFirst = (text: string) => {
  const upper = upperFirst(text);
  return upper === text ? text.charAt(0).toLowerCase() + text.slice(1) : upper;
};

/**
 * Returns the interpolated parts of a text, or null if it does not match the template. Searches each literal once, after the
 * previous one. This takes linear time for any input, which may be untrusted.
 */
function partsOf(literals: readonly string[], text: string): string[] | null {
  const first = literals[0]!;
  const last = literals.at(-1)!;
  const end = text.length - last.length;
  if (!text.startsWith(first) || !text.endsWith(last)) return null;
  const parts: string[] = [];
  let at = first.length;
  for (const literal of literals.slice(1, -1)) {
    const found = text.indexOf(literal, at);
    if (found === -1) return null;
    parts.push(text.slice(at, found));
    at = found + literal.length;
  }
  return at > end ? null : [...parts, text.slice(at, end)];
}

/**
 * Creates a dictionary from entries `English → translation`. A key may have interpolated parts, `{0}` to `{9}` in order. A text
 * matches with either case of its first letter, after a field name and a colon, with an additional full stop, or as several
 * sentences that all match. Calls `used` with each used entry and the parts that stayed unchanged. `placeIn` translates one
 * place from English.
 */
export function createDictionary(
  entries: Readonly<Record<string, string>>,
  {
    used,
    placeIn = asItIs,
  }: { used?: (key: string, kept: string[]) => void; placeIn?: (place: string) => string } = {},
) {
  const whole = new Map(Object.entries(entries).filter(([key]) => key.search(PLACEHOLDER) === -1));
  const templates = Object.entries(entries)
    .filter(([key]) => !whole.has(key))
    .map(([key, translation]): Template => ({ key, literals: key.split(/\{\d\}/), translation }))
    // The template with the longest literals comes first.
    .sort((a, b) => b.literals.join("").length - a.literals.join("").length);

  function entry(text: string, depth: number): string | null {
    const translated = whole.get(text);
    if (translated !== undefined) {
      used?.(text, []);
      return translated;
    }
    for (const template of templates) {
      const parts = partsOf(template.literals, text);
      if (parts === null) continue;
      const kept: string[] = [];
      const translation = template.translation.replace(
        PLACEHOLDER,
        (_all, index: string, kind?: " translated" | " places") => {
          const part = parts[Number(index)] ?? "";
          const found = kind ? find(part, depth + 1) : null;
          if (found === null) kept.push(part);
          return found ?? (kind === " places" ? part.split(", ").map(placeIn).join(", ") : part);
        },
      );
      used?.(template.key, kept);
      return translation;
    }
    return null;
  }

  function inEitherCase(text: string, depth: number): string | null {
    const found = entry(text, depth);
    if (found !== null) return found;
    const flipped = entry(flipFirst(text), depth);
    return flipped !== null && upperFirst(text) === text ? upperFirst(flipped) : flipped;
  }

  /** Translates several sentences if all are known. */
  function sentences(text: string, depth: number): string | null {
    const said = text.split(SENTENCE_END);
    if (said.length === 1) return null;
    const found = said.map((sentence) => find(sentence, depth + 1));
    return found.includes(null) ? null : found.join(" ");
  }

  function find(text: string, depth = 0): string | null {
    if (text === "" || text.length > MAX_TEXT || depth > MAX_DEPTH) return null;
    const known = whole.has(text) ? null : sentences(text, depth);
    const found = known ?? inEitherCase(text, depth);
    if (found !== null) return found;
    const colon = text.indexOf(": ");
    if (colon !== -1 && FIELD.test(text.slice(0, colon))) {
      const rest = find(text.slice(colon + 2), depth + 1);
      if (rest !== null) return text.slice(0, colon + 2) + rest;
    }
    if (!text.endsWith(".")) return null;
    const unstopped = find(text.slice(0, -1), depth + 1);
    return unstopped === null ? null : `${unstopped}.`;
  }

  return {
    /** Returns the translation, or null if a part is unknown. */
    find: (text: string) => find(text),
    /** Returns the translation. Unknown sentences stay unchanged. */
    translate: (text: string) =>
      find(text) ??
      text
        .split(SENTENCE_END)
        .map((sentence) => find(sentence) ?? sentence)
        .join(" "),
  };
}
