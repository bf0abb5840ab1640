import { invalid } from "./errors";

/** Maximum nesting of an input. Recursive functions over it stay far from the stack limit. */
const MOST_NESTED = 64;

/**
 * Throws, with the field's name, if the input contains a text that the database cannot store (NUL, half of a
 * surrogate pair), or is nested too deeply. JSON input can contain both.
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

/** Returns true if a text column can store it. */
export const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();
