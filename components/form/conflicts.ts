/** Returns the current values of fields that another person has changed. Null if the refusal has another reason. */
export function currentOf(error: unknown): Record<string, unknown> | null {
  const { code, current } =
    (error as { data?: { code?: string; current?: Record<string, unknown> | null } }).data ?? {};
  return code === "CONFLICT" && current ? current : null;
}

const plain = (value: unknown) => JSON.stringify(value === "" || value === undefined ? null : value);

/** Returns true if the field has the loaded value. A text field contains a loaded number or boolean as text. */
function holds(typed: unknown, loaded: unknown) {
  if (typeof typed === "string" && typed.trim() !== "") {
    if (typeof loaded === "number") return Number(typed) === loaded;
    if (typeof loaded === "boolean") return typed === String(loaded);
  }
  return plain(typed) === plain(loaded);
}

/**
 * Splits the changes of another person. The form can take over the values of `untouched` fields. The reader has edited the
 * `contested` ones.
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
 * Rethrows a conflict for a form whose fields differ from the operation's. `shown` converts the current values to fields of the
 * form.
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
