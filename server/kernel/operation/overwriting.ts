import { isSecret } from "./changes";
import { requestRefusals } from "../refusals/requests";

/**
 * Normalizes a value for a comparison. Null, undefined and an empty text become null. Numbers and dates become texts. Keys are
 * sorted.
 */
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

/** Returns true if a form shows both values in the same way. Null, undefined and an empty text are equal. */
const sameValue = (one: unknown, other: unknown) =>
  JSON.stringify(plain(one)) === JSON.stringify(plain(other));

/**
 * Throws 409 if a change would undo another user's change. This is the case for a field whose stored value differs both from
 * the value that the form had loaded (`basedOn`) and from the new value. Ignores fields that are missing in `basedOn`. The
 * refusal contains the current values of the conflicting fields.
 */
export function refuseOverwriting(before: object, after: object, basedOn: Record<string, unknown>) {
  const is = before as Record<string, unknown>;
  const current: Record<string, unknown> = {};
  for (const [field, wanted] of Object.entries(after)) {
    if (wanted === undefined || !Object.hasOwn(basedOn, field)) continue;
    // Secrets are never compared, even if `basedOn` contains them.
    if (isSecret(field, is[field]) || isSecret(field, wanted)) continue;
    if (!sameValue(is[field], basedOn[field]) && !sameValue(is[field], wanted))
      current[field] = is[field] ?? null;
  }
  if (Object.keys(current).length > 0) throw requestRefusals.overwrites({ current });
}
