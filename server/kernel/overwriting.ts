import { isSecret } from "./changes";
import { AppError } from "./errors";

/** To a form null, nothing and an empty text are the same, and numbers and dates are texts; keys stand in any order. */
function plain(value: unknown): unknown {
  if (value === undefined || value === null || value === "") return null;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === "object") return sorted(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

function sorted(value: object) {
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]) => [key, plain(inner)] as const)
      .filter(([, inner]) => inner !== null)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** Returns true if a form treats both values as equal: null, undefined and an empty text are the same. */
export const sameValue = (one: unknown, other: unknown) =>
  JSON.stringify(plain(one)) === JSON.stringify(plain(other));

/**
 * Refuses (409) a change that would undo somebody else's: of a field that is not any more as the form had loaded it
 * (`basedOn`), and would become something else than it is. Fields that the form did not show are not looked at. The
 * refusal carries what those fields are now.
 */
export function refuseOverwriting(before: object, after: object, basedOn: Record<string, unknown>) {
  const is = before as Record<string, unknown>;
  const current: Record<string, unknown> = {};
  for (const [field, wanted] of Object.entries(after)) {
    if (wanted === undefined || !Object.hasOwn(basedOn, field)) continue;
    // Whatever a form claims to have loaded.
    if (isSecret(field, is[field]) || isSecret(field, wanted)) continue;
    if (!sameValue(is[field], basedOn[field]) && !sameValue(is[field], wanted))
      current[field] = is[field] ?? null;
  }
  if (Object.keys(current).length > 0)
    throw new AppError(409, "conflict", "Somebody else has changed this meanwhile.", { current });
}
