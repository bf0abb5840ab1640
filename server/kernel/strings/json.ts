import { requestRefusals } from "../refusals";

/** Deeper than any value of our interfaces. Functions that read a value are recursive. */
const MOST_LEVELS = 100;

/** Maximum number of values in one body. */
export const MOST_NODES = 200_000;

/**
 * Maximum number of keys of one object in a body. V8 stores larger objects as hash tables, which makes each
 * later traversal slow.
 */
export const MOST_KEYS = 10_000;

/** Thrown for a JSON text with deeper nesting than any interface accepts. */
export class TooDeep extends Error {}

/** Thrown for a JSON text with more values than any interface accepts. */
export class TooMany extends Error {}

/** Thrown for a JSON text with more keys in one object than any interface accepts. */
export class TooWide extends Error {}

export interface JsonBounds {
  /** Nested levels of lists and objects. */
  levels?: number;
  /** Values in total. An empty list or object counts twice. */
  nodes?: number;
  /** Keys of one object. */
  keys?: number;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Throws TooDeep, TooMany or TooWide if a JSON text exceeds a bound. Only counts the separators outside of
 * quoted texts, because parsing `{},{},…` takes a thousand times as long. Does not check that the text is
 * JSON.
 */
function refuseOversized(
  text: string,
  { levels = MOST_LEVELS, nodes = Infinity, keys = Infinity }: JsonBounds = {},
): void {
  const keysAt = new Int32Array(levels + 1);
  let depth = 0;
  let found = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (isQuoted) {
      if (sign === BACKSLASH) at++;
      else if (sign === QUOTE) isQuoted = false;
    } else if (sign === QUOTE) isQuoted = true;
    else if (sign === COMMA) found++;
    else if (sign === COLON) {
      if (++keysAt[depth]! > keys) throw new TooWide();
    } else if (sign === LIST || sign === OBJECT) {
      if (++depth > levels) throw new TooDeep();
      keysAt[depth] = 0;
      found++;
    } else if ((sign === LIST_END || sign === OBJECT_END) && depth > 0) depth--;
    if (found > nodes) throw new TooMany();
  }
}

/**
 * Parses an untrusted JSON text. Throws SyntaxError if it is not JSON. Throws TooDeep, TooMany or TooWide
 * before the parsing if it exceeds a bound.
 */
export function parseJson(text: string, bounds?: JsonBounds): unknown {
  refuseOversized(text, bounds);
  return JSON.parse(text);
}

/**
 * Parses the JSON of a request's body. Throws 400 if it is not JSON or is nested too deeply, and 413 if it
 * has too many values or keys.
 */
export function jsonFrom(text: string): unknown {
  try {
    return parseJson(text, { nodes: MOST_NODES, keys: MOST_KEYS });
  } catch (error) {
    if (error instanceof TooDeep) throw requestRefusals.body_nested_too_deeply();
    if (error instanceof TooMany) throw requestRefusals.too_many_values({ max: MOST_NODES });
    if (error instanceof TooWide) throw requestRefusals.too_many_keys({ max: MOST_KEYS });
    throw requestRefusals.body_not_json();
  }
}

/** Decodes the bytes of a request's body. Throws 400 if they are not UTF-8. */
export function textFrom(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw requestRefusals.body_not_utf8();
  }
}
