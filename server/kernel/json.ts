import { AppError, invalid } from "./errors";

/** Deeper than anything that an interface of ours describes; what reads a value does so by recursion. */
export const MOST_LEVELS = 100;

/** More values than any body of ours holds; counting them costs less than what is done with each later. */
export const MOST_NODES = 200_000;

/** A JSON text that is nested deeper than any interface takes. */
export class TooDeep extends Error {}

/** A JSON text that holds more values than any interface takes. */
export class TooMany extends Error {}

/**
 * Refuses a value with more levels of objects and arrays, or more values in all, than these bounds: TooDeep or TooMany. A loop that
 * goes level by level, because recursion is what deep values break.
 */
export function refuseOversized(value: unknown, { levels = MOST_LEVELS, nodes = Infinity } = {}): void {
  let left = nodes;
  let level: object[] = typeof value === "object" && value !== null ? [value] : [];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > levels) throw new TooDeep();
    const below: object[] = [];
    for (const one of level) {
      const items: unknown[] = Array.isArray(one) ? one : Object.values(one);
      left -= items.length;
      if (left < 0) throw new TooMany();
      for (const item of items) if (typeof item === "object" && item !== null) below.push(item);
    }
    level = below;
  }
}

/** Parses a JSON text from outside. Throws SyntaxError where it is none, TooDeep or TooMany where it passes a bound. */
export function parseJson(text: string, nodes = Infinity): unknown {
  const value: unknown = JSON.parse(text);
  refuseOversized(value, { nodes });
  return value;
}

/** Parses the JSON of a request's body; 400 where it is none or nested too deeply, 413 where it holds too many values. */
export function jsonFrom(text: string): unknown {
  try {
    return parseJson(text, MOST_NODES);
  } catch (error) {
    if (error instanceof TooDeep) throw invalid("The body is nested too deeply.");
    if (error instanceof TooMany)
      throw new AppError(413, "content_too_large", `The body has more than ${MOST_NODES} values.`);
    throw invalid("The body is not JSON.");
  }
}

/** Decodes what a request brings; 400 where it is not UTF-8. */
export function textFrom(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalid("The body is not UTF-8.");
  }
}
