import { eq, inArray, isNull } from "drizzle-orm";
import { customFields } from "@/db/tenant/custom-fields";
import { roleGrants, roles } from "@/db/tenant/roles";
import { userTags } from "@/db/tenant/tags";
import { users } from "@/db/tenant/users";
import { asciiAddress } from "@/server/kernel/strings/mail-address";
import { plainWords } from "@/server/kernel/strings/plain-words";
import { fieldMessage } from "@/server/kernel/texts/field";
import type { ReadTx } from "@/server/kernel/operation/store";
import { type CodedText, defineTexts } from "@/server/kernel/texts/define";
import { byField, fieldsIn, importFields, isUserField, type ImportField } from "@/server/kernel/user-fields";
import { fieldValuesOf, toField } from "../custom-fields/custom-fields";
import { valueProblem, type CustomField, type FieldValue } from "../custom-fields/custom-fields.schema";
import { Wanted, type ImportColumn, type ImportedProfile } from "./user-imports.schema";
import { roleTexts } from "../roles/roles";

const jobTexts = defineTexts("job", {
  reasons: "{first} {second}",
  tag_missing: "There is no tag {name}.",
  field_missing: "There is no custom field {name}.",
  status_invalid: "The status must be active or suspended.",
  name_invalid: "The name {problem}.",
  address_invalid: "The address {problem}.",
  field_invalid: "{field} {problem}.",
  active: "active",
  suspended: "suspended",
  role: "+ role {name}",
  tag: "+ tag {name}",
  field: "{field}: {value}",
});

/*
 * Computes the plan of a row: its changes or its problems. A pure function derives the plan from the cells of the row and the
 * present data. The preview and the worker both call this function and therefore have the same results.
 */

interface KnownPerson {
  userId: number;
  profile: Record<ImportField, string | null>;
  status: "active" | "suspended";
  roleIds: Set<number>;
  tagIds: Set<number>;
  fields: Record<string, FieldValue>;
}

type Named = ReadonlyMap<string, { id: number; name: string }>;

/** The organization's records that a file can name. The keys are names or e-mail addresses in lower case. */
export interface Known {
  roles: Named;
  tags: Named;
  fields: ReadonlyMap<string, CustomField>;
  people: ReadonlyMap<string, KnownPerson>;
}

export interface Plan {
  email: string;
  outcome: "created" | "updated" | "unchanged" | "refused";
  /** Reasons why the row is refused; empty for other outcomes. */
  problems: CodedText[];
  userId: number | null;
  /** The changes of the row. Contains only values that differ from the present data. */
  steps: ImportedProfile & {
    status?: "active" | "suspended";
    roles: { id: number; name: string }[];
    tags: { id: number; name: string }[];
    fields: Record<string, FieldValue>;
  };
}

/** Maximum number of e-mail addresses in one statement. */
const ADDRESSES = 1_000;

/** Reads all data that is necessary to plan the rows with these e-mail addresses. */
export async function knownOf(
  tx: Pick<ReadTx, "select" | "roles" | "tags" | "customFields">,
  addresses: string[],
): Promise<Known> {
  // Excludes roles of apps, because several apps can have roles with the same name.
  const [roleRows, tagRows, fieldRows] = await Promise.all([
    tx.roles.list({ where: isNull(roles.appId) }),
    tx.tags.list(),
    tx.customFields.list({ where: eq(customFields.entity, "user") }),
  ]);
  const people = new Map<string, KnownPerson>();
  for (let from = 0; from < addresses.length; from += ADDRESSES)
    await addPeople(tx, addresses.slice(from, from + ADDRESSES), people);
  const named = (rows: { id: number; name: string }[]) =>
    new Map(rows.map(({ id, name }) => [name.toLowerCase(), { id, name }]));
  return {
    roles: named(roleRows),
    tags: named(tagRows),
    fields: new Map(fieldRows.map((row) => [row.fieldName, toField(row)])),
    people,
  };
}

async function addPeople(tx: Pick<ReadTx, "select">, addresses: string[], to: Map<string, KnownPerson>) {
  const fields = {
    id: users.id,
    key: users.emailKey,
    status: users.status,
    ...fieldsIn(users, importFields),
  };
  const rows = await tx.select({ fields, from: users, where: inArray(users.emailKey, addresses) });
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const [grants, tagged, values] = await Promise.all([
    tx.select({
      fields: { userId: roleGrants.userId, roleId: roleGrants.roleId },
      from: roleGrants,
      where: inArray(roleGrants.userId, ids),
    }),
    tx.select({
      fields: { userId: userTags.userId, tagId: userTags.tagId },
      from: userTags,
      where: inArray(userTags.userId, ids),
    }),
    fieldValuesOf(tx, ids),
  ]);
  const people = new Map<number, KnownPerson>();
  for (const { id, key, status, ...columns } of rows) {
    const profile = fieldsIn(columns, importFields);
    const person = { userId: id, profile, status, roleIds: new Set<number>(), tagIds: new Set<number>() };
    people.set(id, { ...person, fields: values.get(id) ?? {} });
    to.set(key!, people.get(id)!);
  }
  for (const { userId, roleId } of grants) people.get(userId)!.roleIds.add(roleId);
  for (const { userId, tagId } of tagged) people.get(userId)!.tagIds.add(tagId);
}

/** Returns the e-mail address of a row in lower case. Returns an empty text if the row has no address. */
export const addressIn = (cells: string[], columns: readonly ImportColumn[]) =>
  asciiAddress((cells[columns.indexOf("email")] ?? "").trim()).toLowerCase();

/** Finds lines whose e-mail address is also on an earlier line. Returns a map from the line to the earlier line. */
export function repeatedLines(
  rows: { line: number; cells: string[] }[],
  columns: readonly ImportColumn[],
): Map<number, number> {
  const first = new Map<string, number>();
  const repeated = new Map<number, number>();
  for (const { line, cells } of rows) {
    const address = addressIn(cells, columns);
    if (address === "") continue;
    const before = first.get(address);
    if (before === undefined) first.set(address, line);
    else repeated.set(line, before);
  }
  return repeated;
}

/** Returns the plan of a row. An empty cell changes nothing. Existing roles and tags are never removed. */
export function planRow(cells: string[], columns: readonly ImportColumn[], known: Known): Plan {
  const cell = (column: ImportColumn) => cells[columns.indexOf(column)]?.trim() || undefined;
  const address = addressIn(cells, columns);
  const person = known.people.get(address);
  const email = cell("email") ?? "";
  const problems: CodedText[] = [];
  const name =
    cell("name") ?? ([cell("givenName"), cell("familyName")].filter(Boolean).join(" ") || undefined);
  const texts = { email, ...byField(importFields, cell), name, status: statusOf(cell("status")) };
  const wanted = Wanted.safeParse(texts, { error: plainWords });
  if (!wanted.success) problems.push(...wanted.error.issues.map(worded));
  const look = (missing: (name: string) => CodedText, names: Named, text: string | undefined) =>
    listed(text).flatMap((name) => {
      const found = names.get(name.toLowerCase());
      if (!found) problems.push(missing(name));
      return found ?? [];
    });
  const wantedRoles = look((name) => roleTexts.role_missing({ name }), known.roles, cell("roles"));
  const wantedTags = look((name) => jobTexts.tag_missing({ name }), known.tags, cell("tags"));
  const fields = fieldsOf(cell, columns, known.fields, problems);
  const steps: Plan["steps"] = {
    ...Object.fromEntries(
      importFields.flatMap((field) => {
        const value = wanted.data?.[field];
        return value === undefined || value === person?.profile[field] ? [] : [[field, value]];
      }),
    ),
    ...(wanted.data?.status !== undefined &&
      wanted.data.status !== (person?.status ?? "active") && { status: wanted.data.status }),
    roles: wantedRoles.filter(({ id }) => !person?.roleIds.has(id)),
    tags: wantedTags.filter(({ id }) => !person?.tagIds.has(id)),
    fields: Object.fromEntries(
      Object.entries(fields).filter(([name, value]) => person?.fields[name] !== value),
    ),
  };
  const userId = person?.userId ?? null;
  if (problems.length > 0) return { email, outcome: "refused", problems, userId, steps };
  const outcome = !person ? "created" : isNothing(steps) ? "unchanged" : "updated";
  return { email, outcome, problems, userId, steps };
}

/** Returns the profile fields that the plan sets. */
export function profileOf(steps: Plan["steps"]): ImportedProfile {
  const { status: _status, roles: _roles, tags: _tags, fields: _fields, ...profile } = steps;
  return profile;
}

/** Returns the changes of a plan as texts, for the preview. */
export const stepTexts = (steps: Plan["steps"]): CodedText[] => [
  ...importFields.flatMap((name) => {
    const value = steps[name];
    return value === undefined ? [] : [jobTexts.field({ field: { userField: name }, value })];
  }),
  ...(steps.status === undefined ? [] : [jobTexts[steps.status]()]),
  ...steps.roles.map((role) => jobTexts.role({ name: role.name })),
  ...steps.tags.map((tag) => jobTexts.tag({ name: tag.name })),
  ...Object.entries(steps.fields).map(([field, value]) => jobTexts.field({ field, value: String(value) })),
];

/** Returns all reasons of a refused row as one text, for storage. Returns null if there are no reasons. */
export const problemOf = ([problem, ...others]: CodedText[]): CodedText | null =>
  problem ? others.reduce((first, second) => jobTexts.reasons({ first, second }), problem) : null;

const isNothing = (steps: Plan["steps"]) => stepTexts(steps).length === 0;

/** Splits a cell with several names at semicolons, bars and line breaks. A comma can be part of a name. */
const listed = (text: string | undefined) => [
  ...new Set(
    (text ?? "")
      .split(/[;|\n]/)
      .map((name) => name.trim())
      .filter(Boolean),
  ),
];

const statusWords: Record<string, string> = {
  active: "active",
  true: "active",
  yes: "active",
  enabled: "active",
  "1": "active",
  suspended: "suspended",
  inactive: "suspended",
  disabled: "suspended",
  false: "suspended",
  no: "suspended",
  "0": "suspended",
  aktiv: "active",
  ja: "active",
  wahr: "active",
  inaktiv: "suspended",
  gesperrt: "suspended",
  nein: "suspended",
  falsch: "suspended",
};
const statusOf = (text: string | undefined) => text && (statusWords[text.toLowerCase()] ?? text);

/** Returns the coded text in the error message of a schema. */
function reasonIn(message: string): CodedText {
  const { code, params } = fieldMessage(message);
  return { code, params };
}

const worded = ({ path: [field = ""], message }: { path: PropertyKey[]; message: string }) => {
  if (field === "status") return jobTexts.status_invalid();
  const problem = reasonIn(message);
  if (field === "name") return jobTexts.name_invalid({ problem });
  return field === "email"
    ? jobTexts.address_invalid({ problem })
    : jobTexts.field_invalid({ field: isUserField(field) ? { userField: field } : String(field), problem });
};

function fieldsOf(
  cell: (column: ImportColumn) => string | undefined,
  columns: readonly ImportColumn[],
  known: Known["fields"],
  problems: CodedText[],
): Record<string, FieldValue> {
  const values: Record<string, FieldValue> = {};
  for (const column of columns) {
    if (!column.startsWith("field:")) continue;
    const name = column.slice("field:".length);
    const text = cell(column);
    const field = known.get(name);
    if (!field) problems.push(jobTexts.field_missing({ name }));
    else if (text !== undefined) {
      const value = typed(field, text);
      const problem = valueProblem(field, value);
      if (problem !== null)
        problems.push(jobTexts.field_invalid({ field: field.displayLabel, problem: reasonIn(problem) }));
      values[name] = value;
    }
  }
  return values;
}

/**
 * Converts a cell to the type of the custom field. If the conversion fails, returns the text. The validation refuses this text
 * later.
 */
function typed({ fieldType }: CustomField, text: string): FieldValue {
  if (fieldType === "number" && Number.isFinite(Number(text))) return Number(text);
  if (fieldType === "boolean" && /^(true|yes|1)$/i.test(text)) return true;
  if (fieldType === "boolean" && /^(false|no|0)$/i.test(text)) return false;
  return text;
}
