import type { AuditEvent } from "@/server/domain/audit/audit.schema";

/** One field that changed, or for a list what came and went. */
export type ChangeRow =
  | { field: string; kind: "value"; from: string | null; to: string | null }
  | { field: string; kind: "list"; removed: string[]; added: string[] };

/** How changes are said in the reader's language. */
export interface ChangeWords {
  /** A field by its name in the data. */
  field: (name: string) => string;
  /** The same in the middle of a line. */
  inner: (name: string) => string;
  /** The value of a field, which may be a code: how far a thing is, what type it is of. */
  code: (field: string, value: string) => string;
  /** A point in time (ISO 8601). */
  time: (at: string) => string;
  yes: string;
  no: string;
  nothing: string;
  /** In place of what is never told: a secret that there is, and one that is another now. */
  hidden: string;
  replaced: string;
}

/** `allowUserOverride` as "Allow user override". */
export const fieldWords = (name: string) => {
  const words = name
    .replaceAll("_", " ")
    .replace(/([a-z0-9])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** What stands in events for a secret. */
const HIDDEN = "(hidden)";

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** The value of a field as a reader would write it; null for none. */
function valueWords(name: string, value: unknown, words: ChangeWords): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (value === HIDDEN) return words.hidden;
  if (typeof value === "string") return timestamp.test(value) ? words.time(value) : words.code(name, value);
  if (Array.isArray(value))
    return value.length === 0 ? null : value.map((item) => itemWords(name, item, words)).join(", ");
  return JSON.stringify(value);
}

/** An item of a list, whose numbers may be codes as well: the days of a rule. */
const itemWords = (name: string, value: unknown, words: ChangeWords) =>
  typeof value === "number"
    ? words.code(name, String(value))
    : (valueWords(name, value, words) ?? words.nothing);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `name` is the field's in the data, `field` what the reader knows it as. */
function rowsOf(
  { name, field }: { name: string; field: string },
  from: unknown,
  to: unknown,
  words: ChangeWords,
): ChangeRow[] {
  // What a thing holds is told field by field, where it is a thing on at least one side and nothing else on the other.
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
  // What is created has empty fields, which are no change.
  return before === null && after === null ? [] : [{ field, kind: "value", from: before, to: after }];
}

/** What an event changed, a row for each field. */
export const changeRows = (changes: AuditEvent["changes"], words: ChangeWords): ChangeRow[] =>
  Object.entries(changes ?? {}).flatMap(([name, { from, to }]) =>
    rowsOf({ name, field: words.field(name) }, from, to, words),
  );
