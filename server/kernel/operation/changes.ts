import { requestRefusals } from "../refusals";

/** Maximum length of a recorded value in characters. Longer values are cut to keep the audit rows small. */
const MAX_VALUE = 1_000;

const secretName = /password|secret|token|hash/i;

/**
 * Returns true if the field's name means that its value is secret. Numbers, booleans and times, such as a token's lifetime, are
 * not secret.
 */
export const isSecret = (field: string, value: unknown) =>
  secretName.test(field) &&
  typeof value !== "number" &&
  typeof value !== "boolean" &&
  !(value instanceof Date);

const shown = (field: string, value: unknown): unknown => {
  if (value === undefined || value === null) return null;
  if (isSecret(field, value)) return "(hidden)";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > MAX_VALUE
    ? `${text.slice(0, MAX_VALUE)}…`
    : value instanceof Date
      ? value.toISOString()
      : value;
};

/**
 * Returns the fields of `after` that differ from `before`. Secrets are masked and long values are cut. Returns null if no field
 * differs.
 */
export function fieldChanges(before: object, after: object) {
  const was = before as Record<string, unknown>;
  const changes: Record<string, { from: unknown; to: unknown }> = {};
  for (const [field, to] of Object.entries(after)) {
    const from = was[field];
    if (to === undefined || JSON.stringify(from ?? null) === JSON.stringify(to ?? null)) continue;
    changes[field] = { from: shown(field, from), to: shown(field, to) };
  }
  return Object.keys(changes).length > 0 ? changes : null;
}

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
