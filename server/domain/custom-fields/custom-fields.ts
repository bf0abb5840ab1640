import { and, asc, eq, inArray } from "drizzle-orm";
import * as z from "zod";
import { customFields, customFieldValues } from "@/db/tenant/custom-fields";
import { Id } from "@/server/kernel/fields";
import { must } from "@/server/kernel/strings/must";
import { command, query } from "@/server/kernel/operation/operation";
import { refusedField } from "@/server/kernel/texts/field";
import type { ReadTx, Row, WriteTx } from "@/server/kernel/operation/store";
import { getPerson, labelOf, lockPerson, userTarget } from "../users/people";
import { CustomField, CustomFieldInput, FieldName, FieldValue, valueProblem } from "./custom-fields.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

const customFieldRefusals = defineRefusals("custom_field", {
  not_found: { status: 404, text: "There is no such custom field." },
  type_in_use: {
    status: 400,
    text: "fieldType: cannot change while people have values in this field.",
    field: "fieldType",
  },
  /** An order of fields names a field that does not exist. */
  order_unknown: {
    status: 400,
    text: "fieldNames: there is no custom field {name}.",
    field: "fieldNames",
  },
  /** Values of a user name a field that does not exist. The field at fault is `values.<name>`. */
  value_unknown: { status: 400, text: "values.{name}: there is no such custom field." },
});

type Field = Row<typeof customFields>;

export const toField = ({ id, createdAt: _createdAt, position: _position, ...row }: Field): CustomField => ({
  fieldId: id,
  ...row,
});

/** The order of fields in forms and lists. */
const inOrder = [asc(customFields.position), asc(customFields.id)];

const target = (_input: unknown, field: { fieldName: string }) => ({
  ref: `field:${field.fieldName}`,
  label: field.fieldName,
});

export const listCustomFields = query({
  name: "listCustomFields",
  rest: "GET /custom-fields",
  console: "customFields.list",
  capability: "ManageCustomFields",
  summary: "List the custom field definitions",
  input: z.strictObject({ entity: z.string().max(100).optional() }),
  output: z.array(CustomField),
  run: async ({ tx }, { entity }) =>
    (
      await tx.customFields.list({
        where: entity === undefined ? undefined : eq(customFields.entity, entity),
        orderBy: inOrder,
      })
    ).map(toField),
});

async function lockField(tx: Pick<WriteTx, "customFields">, fieldName: string): Promise<Field | undefined> {
  const row = await tx.customFields.find(eq(customFields.fieldName, fieldName));
  return row && tx.customFields.lock(row.id);
}

export const saveCustomField = command({
  name: "saveCustomField",
  rest: { at: "POST /custom-fields", status: 201, upsert: true },
  console: "customFields.save",
  capability: "ManageCustomFields",
  summary: "Create or update a custom field",
  description:
    "Creates the field, or updates it if fieldName exists. The type of a field with values cannot change.",
  input: CustomFieldInput,
  output: CustomField,
  event: "custom_field_saved",
  target,
  run: async ({ tx, changed, updated }, { description, options, ...input }) => {
    const values = { ...input, description: description ?? null, options: options ?? null };
    // Tries to insert first. If two simultaneous requests save the same new field, one request creates the field. The other
    // request then updates the created field.
    const added = await tx.customFields.insertIfAbsent(values);
    const before = (await lockField(tx, input.fieldName))!;
    if (added) {
      changed({}, values);
      return toField(before);
    }
    updated();
    const inUse =
      before.fieldType !== values.fieldType &&
      (await tx.customFieldValues.count(eq(customFieldValues.fieldId, before.id), 1)) > 0;
    if (inUse) throw customFieldRefusals.type_in_use();
    changed(before, values);
    return toField((await tx.customFields.update(before.id, values))!);
  },
});

export const orderCustomFields = command({
  name: "orderCustomFields",
  console: "customFields.order",
  capability: "ManageCustomFields",
  summary: "Set the order of the custom fields",
  description: "Fields that are not named follow the named ones in their present order.",
  input: z.strictObject({ fieldNames: z.array(FieldName).min(1, must("no_fields")).max(1_000) }),
  output: z.array(CustomField),
  event: "custom_fields_ordered",
  target: () => ({ ref: "setting:custom-fields" }),
  run: async ({ tx, changed, unchanged }, { fieldNames }) => {
    await tx.customFields.lockAll();
    const before = await tx.customFields.list({ orderBy: inOrder });
    const byName = new Map(before.map((field) => [field.fieldName, field]));
    const unknown = fieldNames.find((name) => !byName.has(name));
    if (unknown !== undefined) throw customFieldRefusals.order_unknown({ name: unknown });
    const named = new Set(fieldNames);
    const after = [
      ...[...named].map((name) => byName.get(name)!),
      ...before.filter(({ fieldName }) => !named.has(fieldName)),
    ];
    const names = (fields: Field[]) => fields.map(({ fieldName }) => fieldName).join(", ");
    if (names(before) === names(after)) unchanged();
    changed({ order: names(before) }, { order: names(after) });
    for (const [position, field] of after.entries())
      if (field.position !== position) await tx.customFields.update(field.id, { position });
    return after.map(toField);
  },
});

export const deleteCustomField = command({
  name: "deleteCustomField",
  rest: "DELETE /custom-fields/{fieldName}",
  console: "customFields.remove",
  capability: "ManageCustomFields",
  summary: "Delete a custom field",
  description: "Deletes the users' values of the field.",
  input: z.strictObject({ fieldName: FieldName.or(z.string()) }),
  output: z.object({ fieldName: z.string(), deleted: z.boolean() }),
  event: "custom_field_deleted",
  target,
  run: async ({ tx, changed }, { fieldName }) => {
    const before = await lockField(tx, fieldName);
    if (!before) throw customFieldRefusals.not_found();
    changed({ displayLabel: before.displayLabel }, { displayLabel: null });
    return { fieldName, deleted: await tx.customFields.remove(before.id) };
  },
});

/** Returns the custom values of each of these users, by field name. */
export async function fieldValuesOf(
  tx: Pick<ReadTx, "select">,
  userIds: number[],
): Promise<Map<number, Record<string, FieldValue>>> {
  const values = new Map<number, Record<string, FieldValue>>();
  if (userIds.length === 0) return values;
  const rows = await tx.select({
    fields: {
      userId: customFieldValues.userId,
      fieldName: customFields.fieldName,
      value: customFieldValues.value,
    },
    from: customFieldValues,
    join: [{ table: customFields, on: eq(customFields.id, customFieldValues.fieldId) }],
    where: inArray(customFieldValues.userId, userIds),
  });
  for (const { userId, fieldName, value } of rows) {
    const ofUser = values.get(userId) ?? {};
    ofUser[fieldName] = value;
    values.set(userId, ofUser);
  }
  return values;
}

/** A user's custom fields with their values. */
export const UserFields = z.object({
  userId: Id,
  fields: z.array(CustomField.extend({ value: FieldValue.nullable() })),
});

/** Returns all custom fields in their order, each with the user's value. The value is null if the user has none. */
export async function userFields(tx: Pick<ReadTx, "select" | "customFields">, userId: number) {
  const fields = await tx.customFields.list({
    where: eq(customFields.entity, "user"),
    orderBy: inOrder,
  });
  const values = (await fieldValuesOf(tx, [userId])).get(userId) ?? {};
  return {
    userId,
    fields: fields.map((field) => ({ ...toField(field), value: values[field.fieldName] ?? null })),
  };
}

export const getUserFields = query({
  name: "getUserFields",
  console: "customFields.ofUser",
  capability: "ManageUsers",
  summary: "Get a user's custom fields",
  input: z.strictObject({ userId: Id }),
  output: UserFields,
  run: async ({ tx }, { userId }) => {
    await getPerson(tx, userId);
    return userFields(tx, userId);
  },
});

type HeldField = z.output<typeof UserFields>["fields"][number];

/** Returns the values of these fields by field name, for an event. */
export const valuesByName = (fields: HeldField[]) =>
  Object.fromEntries(fields.map(({ fieldName, value }) => [fieldName, value]));

/**
 * Sets custom values of a user. Null removes a value. Throws (400) if a field does not exist in `fields` or if a value is
 * invalid. The caller must have locked the user's row.
 */
export async function changeFieldValues(
  tx: Pick<WriteTx, "customFieldValues">,
  userId: number,
  fields: HeldField[],
  values: Record<string, FieldValue | null>,
) {
  const known = new Map(fields.map((field) => [field.fieldName, field]));
  for (const [name, value] of Object.entries(values)) {
    const field = known.get(name);
    if (!field) throw customFieldRefusals.value_unknown({ name }, { field: `values.${name}` });
    const problem = valueProblem(field, value);
    if (problem !== null) throw refusedField(`values.${name}`, problem);
  }
  const ids = Object.keys(values).map((name) => known.get(name)!.fieldId);
  const theirs = and(eq(customFieldValues.userId, userId), inArray(customFieldValues.fieldId, ids))!;
  if (ids.length > 0) await tx.customFieldValues.removeWhere(theirs);
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === "") continue;
    await tx.customFieldValues.insert({ userId, fieldId: known.get(name)!.fieldId, value });
  }
}

export const setUserFields = command({
  name: "setUserFields",
  console: "customFields.setOfUser",
  capability: "ManageUsers",
  summary: "Set a user's custom fields",
  description: "Changes only the fields that are sent; null removes a value.",
  input: z.strictObject({ userId: Id, values: z.record(z.string(), FieldValue.nullable()) }),
  output: UserFields,
  event: "user_fields_updated",
  touches: ["profile"],
  target: userTarget,
  run: async ({ tx, changed, labelled }, { userId, values }) => {
    labelled(labelOf(await lockPerson(tx, userId)));
    const { fields } = await userFields(tx, userId);
    changed(valuesByName(fields), values);
    await changeFieldValues(tx, userId, fields, values);
    return userFields(tx, userId);
  },
});
