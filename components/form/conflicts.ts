/** What the server says of fields that somebody else has changed meanwhile; null where it refused for something else. */
export function currentOf(error: unknown): Record<string, unknown> | null {
  const { code, current } =
    (error as { data?: { code?: string; current?: Record<string, unknown> | null } }).data ?? {};
  return code === "CONFLICT" && current ? current : null;
}

const plain = (value: unknown) => JSON.stringify(value === "" || value === undefined ? null : value);

/** Whether a field holds what was loaded; one that shows a text may have been loaded as the number or boolean it says. */
function holds(typed: unknown, loaded: unknown) {
  if (typeof typed === "string" && typed.trim() !== "") {
    if (typeof loaded === "number") return Number(typed) === loaded;
    if (typeof loaded === "boolean") return typed === String(loaded);
  }
  return plain(typed) === plain(loaded);
}

/**
 * Parts what somebody else has changed by what the reader did to it: `untouched` fields can take their value without a
 * question, `contested` ones hold something that was typed.
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
 * Rethrows a refusal to a form whose fields are not the operation's own: what somebody else has changed meanwhile is told
 * as `shown` puts it into the form's fields.
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
