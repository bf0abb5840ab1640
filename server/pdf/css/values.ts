/*
 * Lengths and numbers. A length is a number of pixels, or pixels plus a percentage that layout resolves. The functions that
 * read a value return null for an invalid value, because the declaration must then be ignored (CSS Syntax Level 3, error
 * handling).
 */

export interface Mixed {
  px: number;
  percent: number;
}
export type Length = number | Mixed;

export interface LengthContext {
  /**
   * `em` and `rem` are the font sizes of the element and of the root. `vw` and `vh` are the width and height of a page. All are
   * in pixels.
   */
  em: number;
  rem: number;
  vw: number;
  vh: number;
}

/** The context of lengths that do not belong to an element: 16px text on an A4 page. */
export const standard: Readonly<LengthContext> = { em: 16, rem: 16, vw: 794, vh: 1123 };

/** Converts a length to pixels. `base` is the size in pixels to which a percentage refers. */
export const resolve = (length: Length, base: number): number =>
  typeof length === "number" ? length : length.px + (length.percent * base) / 100;

export const isPercent = (length: unknown): length is Mixed => typeof length === "object" && length !== null;

const absolute: Record<string, number> = {
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
};

/** Maximum of a length in pixels. Larger lengths are reduced to this maximum, so that sums stay finite. */
const MOST = 1_000_000;

const bounded = (value: number) => Math.max(-MOST, Math.min(MOST, value));

function unitOf(unit: string, context: LengthContext): number | null {
  // On paper, the dynamic, small and large viewport have the same size. The prefix of a unit such as `dvh` is therefore
  // ignored.
  switch (unit.replace(/^[dsl](?=v)/, "")) {
    case "em":
      return context.em;
    case "rem":
      return context.rem;
    case "ex":
    case "ch":
      return context.em / 2;
    case "vw":
    case "vi":
      return context.vw / 100;
    case "vh":
    case "vb":
      return context.vh / 100;
    case "vmin":
      return Math.min(context.vw, context.vh) / 100;
    case "vmax":
      return Math.max(context.vw, context.vh) / 100;
    default:
      return absolute[unit] ?? null;
  }
}

const NUMBER = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)([a-z%]*)$/i;

/** Reads a length or percentage. Returns null for other values. */
export function length(text: string, context: LengthContext): Length | null {
  const value = text.trim().toLowerCase();
  if (value.includes("(")) return calculated(value, context);
  const [, number, unit = ""] = NUMBER.exec(value) ?? [];
  if (number === undefined) return null;
  const amount = Number(number);
  if (!Number.isFinite(amount)) return null;
  if (amount === 0 && unit === "") return 0;
  if (unit === "%") return { px: 0, percent: bounded(amount) };
  const factor = unitOf(unit, context);
  return factor === null ? null : bounded(amount * factor);
}

/** Reads a length that contains no percentage. Returns null for other values. */
export function pixels(text: string, context: LengthContext): number | null {
  const found = length(text, context);
  return typeof found === "number" ? found : null;
}

type Term = { px: number; percent: number; plain: boolean };

/** Reads a number. Supports calc(). Returns null for other values. */
export function plainNumber(text: string, context: LengthContext): number | null {
  const value = text.trim().toLowerCase();
  if (/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/.test(value)) return bounded(Number(value));
  const found = value.includes("(") ? calculation(value, context) : null;
  return found?.plain ? bounded(found.px) : null;
}

/** Evaluates a function such as calc() to a length. Returns null for an invalid function. */
function calculated(text: string, context: LengthContext): Length | null {
  const found = calculation(text, context);
  if (!found || (found.plain && found.px !== 0)) return null;
  const px = bounded(found.px);
  return found.percent === 0 ? px : { px, percent: bounded(found.percent) };
}

/** Evaluates calc(), min(), max() and clamp() (CSS Values Level 4 §10). Returns null for an invalid expression. */
function calculation(text: string, context: LengthContext): Term | null {
  const tokens =
    text.match(/(?:[\d.]+(?:e[+-]?\d+)?[a-z%]*)|infinity|(?<![a-z-])[a-z-]+\(|[()+\-*/,]/g) ?? [];
  return new Calculation(tokens, context).result();
}

class Calculation {
  private at = 0;
  private failed = false;

  constructor(
    private readonly tokens: readonly string[],
    private readonly context: LengthContext,
  ) {}

  result(): Term | null {
    const found = this.sum(0);
    return this.failed || this.at < this.tokens.length ? null : found;
  }

  private fail(): Term {
    this.failed = true;
    return { px: 0, percent: 0, plain: true };
  }

  /** Reads the arguments of a function up to the closing parenthesis. */
  private list(depth: number): Term[] {
    const terms = [this.sum(depth)];
    while (this.tokens[this.at] === ",") {
      this.at += 1;
      terms.push(this.sum(depth));
    }
    if (this.tokens[this.at] !== ")") this.fail();
    this.at += 1;
    return terms;
  }

  private atom(depth: number): Term {
    const token = this.tokens[this.at++];
    if (token === undefined || depth > 32) return this.fail();
    if (token === "-") return scaled(this.atom(depth + 1), -1);
    if (token === "+") return this.atom(depth + 1);
    if (token === "infinity") return { px: MOST, percent: 0, plain: true };
    return token.endsWith("(") ? this.call(token, depth) : this.number(token);
  }

  private call(token: string, depth: number): Term {
    switch (token) {
      case "(":
      case "calc(":
        return this.list(depth + 1)[0] ?? this.fail();
      case "min(":
        return extreme(this.list(depth + 1), Math.min);
      case "max(":
        return extreme(this.list(depth + 1), Math.max);
      case "clamp(": {
        const [low, value, high] = this.list(depth + 1);
        if (!low || !value || !high) return this.fail();
        return extreme([low, extreme([value, high], Math.min)], Math.max);
      }
      default:
        return this.fail();
    }
  }

  private number(token: string): Term {
    const [, number, unit = ""] = NUMBER.exec(token) ?? [];
    if (number === undefined) return this.fail();
    const amount = Number(number);
    if (unit === "") return { px: amount, percent: 0, plain: true };
    if (unit === "%") return { px: 0, percent: amount, plain: false };
    const factor = unitOf(unit, this.context);
    return factor === null ? this.fail() : { px: amount * factor, percent: 0, plain: false };
  }

  private product(depth: number): Term {
    let left = this.atom(depth);
    while (this.tokens[this.at] === "*" || this.tokens[this.at] === "/") {
      const operator = this.tokens[this.at++];
      const right = this.atom(depth);
      if (operator === "/") left = right.plain && right.px !== 0 ? scaled(left, 1 / right.px) : this.fail();
      else if (right.plain) left = scaled(left, right.px);
      else left = left.plain ? scaled(right, left.px) : this.fail();
    }
    return left;
  }

  private sum(depth: number): Term {
    let left = this.product(depth);
    while (this.tokens[this.at] === "+" || this.tokens[this.at] === "-") {
      const sign = this.tokens[this.at++] === "+" ? 1 : -1;
      const right = scaled(this.product(depth), sign);
      left = {
        px: left.px + right.px,
        percent: left.percent + right.percent,
        plain: left.plain && right.plain,
      };
    }
    return left;
  }
}

const scaled = (term: Term, by: number): Term => ({
  px: term.px * by,
  percent: term.percent * by,
  plain: term.plain,
});

/**
 * Returns the smallest or the greatest term, which `choose` decides. Compares percentages as if they referred to 700 pixels.
 */
function extreme(terms: Term[], choose: (...values: number[]) => number): Term {
  const worth = terms.map(({ px, percent }) => px + percent * 7);
  return terms[worth.indexOf(choose(...worth))] ?? { px: 0, percent: 0, plain: true };
}

/** Splits a value into words. Does not split inside parentheses and quotes. */
export function words(text: string, separator: RegExp = /\s/): string[] {
  const found: string[] = [];
  let word = "";
  let depth = 0;
  let quote = "";
  for (const character of text) {
    if (quote) {
      if (character === quote) quote = "";
    } else if (character === '"' || character === "'") quote = character;
    else if (character === "(") depth += 1;
    else if (character === ")") depth = Math.max(0, depth - 1);
    if (depth === 0 && !quote && separator.test(character)) {
      if (word) found.push(word);
      word = "";
    } else word += character;
  }
  if (word) found.push(word);
  return found;
}

/** Splits a value at its commas. Does not split inside parentheses and quotes. */
export const commaParts = (text: string): string[] => words(text, /,/).map((part) => part.trim());

/** Values of the four sides in the order top, right, bottom, left. */
export type Sides<T> = readonly [T, T, T, T];

export const SIDES = ["top", "right", "bottom", "left"] as const;
export const CORNERS = ["top-left", "top-right", "bottom-right", "bottom-left"] as const;

/** Calls `change` for each of the four sides and returns the results. */
export const eachSide = <T, U>(
  [top, right, bottom, left]: Sides<T>,
  change: (side: T, index: 0 | 1 | 2 | 3) => U,
): [U, U, U, U] => [change(top, 0), change(right, 1), change(bottom, 2), change(left, 3)];

/** Expands one to four values to top, right, bottom and left. Returns null for another number of values. */
export function sides<T>(values: readonly T[]): [T, T, T, T] | null {
  const [top, right = top, bottom = top, left = right] = values;
  return top === undefined || values.length > 4 ? null : [top, right!, bottom!, left!];
}

/** Returns the text of a quoted string. Resolves escapes. */
export const unquoted = (text: string): string =>
  text
    .trim()
    .replace(/^(["'])([\s\S]*)\1$/, "$2")
    .replace(/\\([0-9a-f]{1,6})\s?|\\(.)/gi, (_all, code?: string, character?: string) =>
      code === undefined ? (character ?? "") : characterOf(Number.parseInt(code, 16)),
    );

const characterOf = (code: number) =>
  code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? "\ufffd" : String.fromCodePoint(code);

const DEGREES: Record<string, number> = { deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 };
const ANGLE = /(?<![\d.])((?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)(deg|grad|rad|turn)\b/gi;

/**
 * Converts an angle to degrees. Supports calc() (CSS Values Level 4 §7.1). A number without a unit is in degrees, as in SVG
 * attributes. Returns null for other values.
 */
export function degreesOf(text: string): number | null {
  const value = text.trim();
  const plain = Number(value);
  if (value !== "" && Number.isFinite(plain)) return plain;
  // Each angle is replaced by a length with the same number of pixels, because `pixels` can evaluate calc() for lengths only.
  const counted = value.replace(ANGLE, (_all, number: string, unit: string) => {
    const degrees = Number(number) * (DEGREES[unit.toLowerCase()] ?? 1);
    return `${degrees}px`;
  });
  return counted === value ? null : pixels(counted, standard);
}
