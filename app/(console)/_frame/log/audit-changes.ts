import type { AuditEvent } from "@/server/domain/audit/audit.schema";

/** Row for one changed field. A value has its old and new text. A list has its removed and added items. */
export type ChangeRow =
  | { field: string; kind: "value"; from: string | null; to: string | null }
  | { field: string; kind: "list"; removed: string[]; added: string[] };

/** Texts and functions that format the changed fields of an event in the language of the page. */
export interface ChangeWords {
  /** Returns the label of a field. `name` is the key in the event. */
  field: (name: string) => string;
  /** Returns the label of a field for use inside a sentence. */
  inner: (name: string) => string;
  /** Translates a value if it is a code, such as a state or a type. Returns other values unchanged. */
  code: (field: string, value: string) => string;
  /** Formats a point in time (ISO 8601). */
  time: (at: string) => string;
  yes: string;
  no: string;
  nothing: string;
  /** Text for an unchanged secret. `replaced` is the text for a changed secret. */
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

/** Placeholder that events contain instead of a secret. */
const HIDDEN = "(hidden)";

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Formats a value as text. Returns null for an empty value. */
function valueWords(name: string, value: unknown, words: ChangeWords): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (value === HIDDEN) return words.hidden;
  if (typeof value === "string") return timestamp.test(value) ? words.time(value) : words.code(name, value);
  if (Array.isArray(value))
    return value.length === 0 ? null : value.map((item) => itemWords(name, item, words)).join(", ");
  return JSON.stringify(value);
}

/** Formats an item of a list. A number may be a code, for example a day of the week in an access rule. */
const itemWords = (name: string, value: unknown, words: ChangeWords) =>
  typeof value === "number"
    ? words.code(name, String(value))
    : (valueWords(name, value, words) ?? words.nothing);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the rows for one field. `name` is the key in the event, and `field` is the label. */
function rowsOf(
  { name, field }: { name: string; field: string },
  from: unknown,
  to: unknown,
  words: ChangeWords,
): ChangeRow[] {
  // Compares two objects key by key. Null and undefined count as an empty object.
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
    // If only the order of the items changed, the code below compares the lists as values.
    if (removed.length + added.length > 0) return [{ field, kind: "list", removed, added }];
  }
  if (from === HIDDEN && to === HIDDEN) return [{ field, kind: "value", from: null, to: words.replaced }];
  const [before, after] = [valueWords(name, from, words), valueWords(name, to, words)];
  // Omits a field that is empty before and after. Creation events contain such fields.
  return before === null && after === null ? [] : [{ field, kind: "value", from: before, to: after }];
}

/** Returns the rows for the changed fields of an event. */
export const changeRows = (changes: AuditEvent["changes"], words: ChangeWords): ChangeRow[] =>
  Object.entries(changes ?? {}).flatMap(([name, { from, to }]) =>
    rowsOf({ name, field: words.field(name) }, from, to, words),
  );
