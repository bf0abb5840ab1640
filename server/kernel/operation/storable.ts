import { requestRefusals } from "../refusals";

/** Maximum nesting of an input. The limit prevents a stack overflow in recursive functions. */
const MOST_NESTED = 64;

/**
 * Throws a refusal with the field's name if the input is nested too deeply or contains a text that the database cannot store
 * (NUL, half of a surrogate pair).
 */
export function refuseUnstorable(input: unknown): void {
  const waiting: { value: unknown; field: string | undefined; depth: number }[] = [
    { value: input, field: undefined, depth: 0 },
  ];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, field, depth } = next;
    if (typeof value === "string") refuseText(value, field);
    if (typeof value !== "object" || value === null || value instanceof Date) continue;
    if (depth > MOST_NESTED)
      throw field === undefined
        ? requestRefusals.body_nested_too_deeply()
        : requestRefusals.field_nested_too_deeply({ field }, { field });
    for (const [key, item] of Object.entries(value)) {
      const name = field ?? key;
      refuseText(key, name);
      waiting.push({ value: item, field: name, depth: depth + 1 });
    }
  }
}

function refuseText(text: string, field: string | undefined) {
  if (isStorable(text)) return;
  const hasNul = text.includes("\0");
  if (field === undefined || !isStorable(field))
    throw hasNul ? requestRefusals.nul_in_body() : requestRefusals.surrogate_in_body();
  throw hasNul
    ? requestRefusals.nul_in_field({ field }, { field })
    : requestRefusals.surrogate_in_field({ field }, { field });
}

/** Returns true if a text column of the database can store the text. */
export const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();
