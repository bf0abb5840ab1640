import type { AuditEvent } from "@/server/domain/audit/audit.schema";

/** A changed field with both values, or a changed list with its removed and added items. */
export type ChangeRow =
  | { field: string; kind: "value"; from: string | null; to: string | null }
  | { field: string; kind: "list"; removed: string[]; added: string[] };

/** Texts and functions that format changes in the reader's language. */
export interface ChangeWords {
  /** Returns the label of a field by its name in the data. */
  field: (name: string) => string;
  /** Returns the label for use inside a line. */
  inner: (name: string) => string;
  /** Returns the text of a value that may be a code, such as a state or a type. */
  code: (field: string, value: string) => string;
  /** Formats a point in time (ISO 8601). */
  time: (at: string) => string;
  yes: string;
  no: string;
  nothing: string;
  /** Texts for an existing secret and for a replaced one. */
  hidden: string;
  replaced: string;
}

/** Converts `allowUserOverride` to "Allow user override". */
export const fieldWords = (name: string) => {
  const words = name
    .replaceAll("_", " ")
    .replace(/([a-z0-9])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Placeholder for secrets in events. */
const HIDDEN = "(hidden)";

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Returns a value as text, or null for an empty one. */
function valueWords(name: string, value: unknown, words: ChangeWords): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (value === HIDDEN) return words.hidden;
  if (typeof value === "string") return timestamp.test(value) ? words.time(value) : words.code(name, value);
  if (Array.isArray(value))
    return value.length === 0 ? null : value.map((item) => itemWords(name, item, words)).join(", ");
  return JSON.stringify(value);
}

/** Formats an item of a list. A number may be a code, such as a day of a rule. */
const itemWords = (name: string, value: unknown, words: ChangeWords) =>
  typeof value === "number"
    ? words.code(name, String(value))
    : (valueWords(name, value, words) ?? words.nothing);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the rows of one field. `name` is its name in the data, `field` its label. */
function rowsOf(
  { name, field }: { name: string; field: string },
  from: unknown,
  to: unknown,
  words: ChangeWords,
): ChangeRow[] {
  // Compares objects field by field. An absent side counts as an empty object. Other types are compared as values.
  const empty = (value: unknown) => value === null || value === undefined;
  if ((isRecord(from) || isRecord(to)) && [from, to].every((side) => isRecord(side) || empty(side))) {
    const [before, after] = [from ?? {}, to ?? {}] as [Record<string, unknown>, Record<string, unknown>];
    return [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
      .flatMap((key) =>
        rowsOf({ name: key, field: `${field}, ${words.inner(key)}` }, before[key], after[key], words),
      );
  }
  if (Array.isArray(from) && Array.isArray(to)) {
    const [before = [], after = []] = [from, to].map((items) =>
      items.map((item) => itemWords(name, item, words)),
    );
    const removed = before.filter((item) => !after.includes(item));
    const added = after.filter((item) => !before.includes(item));
    // The same items in another order are a change of value.
    if (removed.length + added.length > 0) return [{ field, kind: "list", removed, added }];
  }
  if (from === HIDDEN && to === HIDDEN) return [{ field, kind: "value", from: null, to: words.replaced }];
  const [before, after] = [valueWords(name, from, words), valueWords(name, to, words)];
  // A field that is empty before and after is not a change. Events of creation contain such fields.
  return before === null && after === null ? [] : [{ field, kind: "value", from: before, to: after }];
}

/** Returns the changes of an event, one row per field. */
export const changeRows = (changes: AuditEvent["changes"], words: ChangeWords): ChangeRow[] =>
  Object.entries(changes ?? {}).flatMap(([name, { from, to }]) =>
    rowsOf({ name, field: words.field(name) }, from, to, words),
  );
