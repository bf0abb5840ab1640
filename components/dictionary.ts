/** Longer than anything that an operation says; what is longer is not looked up. */
const MAX_TEXT = 4_000;
/** A text in a text in a text: deeper does not occur. */
const MAX_DEPTH = 4;

/** An entry with interpolated parts: what stands between them in English, and the translation around them. */
interface Template {
  key: string;
  literals: string[];
  translation: string;
}

/**
 * `{0}` stands for an interpolated part as it is, `{0 translated}` for one that is a text of the dictionary itself, and
 * `{0 places}` for names of places, with commas between them, or such a text.
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
 * The interpolated parts of a text that a template made, or null where it made another one. Each literal is looked for once
 * from where the one before it ended: linear, whatever the text is, which may be anybody's.
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
 * Translations of whole texts, by entries `English → translation`. The key of an entry may have interpolated parts, `{0}` to
 * `{9}` in their order. A text is found as it is, in either case of its first letter, after the name of a field and a colon,
 * with a full stop that the entry lacks, or as several sentences of which each is found. `used` is told each entry that was
 * needed, and what was taken over as it is. `placeIn` says one place, which the text has in English, in the other language.
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
    // The one that says most itself is meant.
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

  /** Several sentences, if each is known. */
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
    /** The translation, or null where any of it is not known. */
    find: (text: string) => find(text),
    /** The translation; sentences that are not known stand as they are. */
    translate: (text: string) =>
      find(text) ??
      text
        .split(SENTENCE_END)
        .map((sentence) => find(sentence) ?? sentence)
        .join(" "),
  };
}
