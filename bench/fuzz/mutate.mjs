// Mutations of texts and of JSON, repeatable by their seed.

const LETTERS = [
  ..."\0\t\n\r \"'`<>(){}[]\\/|&%#@!?*+-_=~^$.,:;0123456789aAzZ",
  "é",
  "🏰",
  "\ud800",
  "\u202e",
  "\ufeff",
  "‚",
];
const NUMBERS = [0, -1, 1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 0.1, Number.MIN_VALUE];

/** A small generator of random numbers (mulberry32). */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function mutator({ seed, words, json, longest }) {
  const next = random(seed);
  const below = (count) => Math.floor(next() * count);
  const one = (list) => list[below(list.length)];
  const span = (text) => {
    const from = below(text.length + 1);
    return [from, Math.min(text.length, from + 1 + below(next() < 0.8 ? 8 : 200))];
  };
  const changes = [
    (text) => {
      const [from] = span(text);
      return text.slice(0, from) + one(LETTERS) + text.slice(from);
    },
    (text) => {
      const [from, to] = span(text);
      return text.slice(0, from) + text.slice(to);
    },
    (text) => {
      const [from, to] = span(text);
      return text.slice(0, from) + one(LETTERS) + text.slice(to);
    },
    (text) => {
      const [from, to] = span(text);
      return (
        text.slice(0, to) + text.slice(from, to).repeat(1 + below(next() < 0.9 ? 3 : 300)) + text.slice(to)
      );
    },
    (text) => {
      const [from, to] = span(text);
      const [at] = span(text);
      return text.slice(0, at) + text.slice(from, to) + text.slice(at);
    },
    (text) => {
      const [from, to] = span(text);
      return (
        text.slice(0, from) +
        (words.length > 0 ? one(words) : one(LETTERS)) +
        text.slice(next() < 0.5 ? from : to)
      );
    },
    (text) => {
      const [from, to] = span(text);
      return text.slice(0, from) + text.slice(from, to).toUpperCase() + text.slice(to);
    },
    (text, other) => text.slice(0, below(text.length + 1)) + other.slice(below(other.length + 1)),
    (text) => one(LETTERS).repeat(1 + below(2_000)) + text,
    (text) => text + one(LETTERS).repeat(1 + below(2_000)),
  ];
  const inText = (text, other) => {
    let changed = text;
    for (let count = 1 + below(4); count > 0; count--) changed = one(changes)(changed, other);
    return changed.slice(0, longest);
  };

  const leaf = () =>
    one([
      null,
      true,
      false,
      "",
      {},
      [],
      one(NUMBERS),
      one(LETTERS),
      words.length > 0 ? one(words) : "x",
      "x".repeat(below(3_000)),
    ]);
  /** Returns the value with one changed part. */
  const inValue = (value, other, depth = 0) => {
    if (depth > 20 || next() < 0.15) return next() < 0.3 ? other : leaf();
    if (typeof value === "string") return inText(value, typeof other === "string" ? other : "");
    if (typeof value !== "object" || value === null) return leaf();
    if (Array.isArray(value)) {
      const list = [...value];
      const at = below(list.length + 1);
      // oxlint-disable-next-line no-dupe-else-if -- each call of next() draws another number
      if (list.length === 0 || next() < 0.2) list.splice(at, 0, leaf());
      else if (next() < 0.2) list.splice(at, 1);
      else if (next() < 0.1) return Array.from({ length: 1 + below(200) }, () => one(list));
      else list[at % list.length] = inValue(list[at % list.length], other, depth + 1);
      return list;
    }
    const keys = Object.keys(value);
    const copy = { ...value };
    if (keys.length === 0 || next() < 0.15) copy[words.length > 0 ? one(words) : "__proto__"] = leaf();
    else if (next() < 0.1) delete copy[one(keys)];
    else {
      const key = one(keys);
      copy[key] = inValue(copy[key], other, depth + 1);
    }
    return copy;
  };
  const parsed = (text) => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  };

  return {
    /** Returns an input that is made from one or two inputs of the pool. */
    mutated: (pool) => {
      const [text, other] = [one(pool) ?? "", one(pool) ?? ""];
      const value = json && next() < 0.9 ? parsed(text) : undefined;
      if (value === undefined) return inText(text, other);
      let changed = value;
      for (let count = 1 + below(3); count > 0; count--) changed = inValue(changed, parsed(other) ?? null);
      return JSON.stringify(changed).slice(0, longest * 4);
    },
  };
}
