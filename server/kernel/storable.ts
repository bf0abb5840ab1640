import { invalid } from "./errors";

/** Deeper than any input means; what walks a value by calling itself stays far from the end of the stack. */
const MOST_NESTED = 64;

/**
 * Refuses, naming the field, what no text of a database can hold (NUL, half of a surrogate pair) and what is nested beyond
 * reason, wherever in an input it stands. Input that comes from JSON can be all of that.
 */
export function refuseUnstorable(input: unknown): void {
  const waiting: { value: unknown; field: string | undefined; depth: number }[] = [
    { value: input, field: undefined, depth: 0 },
  ];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, field, depth } = next;
    if (typeof value === "string") refuseText(value, field);
    if (typeof value !== "object" || value === null || value instanceof Date) continue;
    if (depth > MOST_NESTED) throw invalid(`${field ?? "The body"} is nested too deeply.`, field);
    for (const [key, item] of Object.entries(value)) {
      const name = field ?? key;
      refuseText(key, name);
      waiting.push({ value: item, field: name, depth: depth + 1 });
    }
  }
}

function refuseText(text: string, field: string | undefined) {
  const named = field !== undefined && isStorable(field) ? field : undefined;
  if (text.includes("\0")) throw invalid(`${named ?? "The body"} must not contain the character NUL.`, named);
  if (!text.isWellFormed())
    throw invalid(`${named ?? "The body"} must not contain half of a surrogate pair.`, named);
}

/** Whether a text column can hold it. */
export const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();
