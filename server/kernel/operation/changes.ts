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
