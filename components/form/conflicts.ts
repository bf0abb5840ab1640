/**
 * Returns the current values of the fields that another person has changed. Returns null for errors other than an edit
 * conflict.
 */
export function currentOf(error: unknown): Record<string, unknown> | null {
  const { code, current } =
    (error as { data?: { code?: string; current?: Record<string, unknown> | null } }).data ?? {};
  return code === "CONFLICT" && current ? current : null;
}

const plain = (value: unknown) => JSON.stringify(value === "" || value === undefined ? null : value);

/** Returns true if the input in a field equals the loaded value. A text field contains loaded numbers and booleans as texts. */
function holds(typed: unknown, loaded: unknown) {
  if (typeof typed === "string" && typed.trim() !== "") {
    if (typeof loaded === "number") return Number(typed) === loaded;
    if (typeof loaded === "boolean") return typed === String(loaded);
  }
  return plain(typed) === plain(loaded);
}

/**
 * Divides the fields that another person has changed. The `untouched` fields are not edited in this form and can take over the
 * new values. The `contested` fields are also edited in this form.
 */
export function parted(
  current: Record<string, unknown>,
  loaded: Record<string, unknown>,
  typed: Record<string, unknown>,
) {
  const entries = Object.entries(current);
  const touched = ([field]: [string, unknown]) => !holds(typed[field], loaded[field]);
  return {
    untouched: Object.fromEntries(entries.filter((entry) => !touched(entry))),
    contested: Object.fromEntries(entries.filter(touched)),
  };
}

/**
 * Returns an error handler for a form whose fields differ from the fields of the operation. The handler rethrows every error.
 * For an edit conflict, `shown` converts the current values to form fields.
 */
export const inFormFields =
  (shown: (current: Record<string, unknown>) => Record<string, unknown> | Promise<Record<string, unknown>>) =>
  async (error: unknown): Promise<never> => {
    const current = currentOf(error);
    if (current === null || !(error instanceof Error)) throw error;
    throw Object.assign(new Error(error.message), {
      data: { code: "CONFLICT", current: await shown(current) },
    });
  };
