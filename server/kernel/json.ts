import { invalid } from "./errors";

/** Deeper than anything that an interface of ours describes; what reads a value does so by recursion. */
export const MOST_LEVELS = 100;

/** A JSON text that is nested deeper than any interface takes. */
export class TooDeep extends Error {}

/** Returns whether a value has more levels of objects and arrays; a loop, because recursion is what deep values break. */
export function isDeeper(value: unknown, levels = MOST_LEVELS): boolean {
  const waiting: [value: object, level: number][] = [];
  const look = (one: unknown, level: number) => {
    if (typeof one === "object" && one !== null) waiting.push([one, level]);
  };
  look(value, 1);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [one, level] = next;
    if (level > levels) return true;
    for (const inner of Array.isArray(one) ? (one as unknown[]) : Object.values(one)) look(inner, level + 1);
  }
  return false;
}

/** Parses a JSON text from outside. Throws SyntaxError where it is none, TooDeep where it has too many levels. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isDeeper(value)) throw new TooDeep();
  return value;
}

/** Parses the JSON of a request's body; 400 where it is none or nested too deeply. */
export function jsonFrom(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof TooDeep) throw invalid("The body is nested too deeply.");
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
