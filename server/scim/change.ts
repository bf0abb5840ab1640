import { isDeepStrictEqual } from "node:util";
import type { ProvisionedFields, ProvisionedPerson } from "../domain/provisioning/people.schema";
import { entryOf, isObject, type Json } from "./attributes";
import { patched, type PatchOperation } from "./patch";
import { isRemoved, notingRemoved } from "./removed";
import { editableResource, fieldsOf, joinedName } from "./users";

const stored = ({
  userId: _userId,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  groups: _groups,
  ...fields
}: ProvisionedPerson): ProvisionedFields => fields;

/** Returns `base` with the differences between `old` and `next` applied to it. */
function merged(base: Json, old: Json, next: Json): Json {
  const result = { ...base };
  for (const key of new Set([...Object.keys(old), ...Object.keys(next)])) {
    if (isDeepStrictEqual(old[key], next[key])) continue;
    if (next[key] === undefined) delete result[key];
    else result[key] = next[key];
  }
  return result;
}

const part = (value: unknown): Json => (isObject(value) ? value : {});

/**
 * Converts a PATCH to a change. A resource contains derived values (for example a family name from the display name).
 * Only values that the operations changed are stored. A client can therefore write back a resource that it read without
 * changing it.
 */
export const patchChange =
  (operations: PatchOperation[]) =>
  (before: ProvisionedPerson): ProvisionedFields => {
    const shown = editableResource(before);
    const wanted = patched(shown, operations);
    const [old, next] = [fieldsOf(shown), fieldsOf(wanted)];
    const { attributes: kept, ...fields } = stored(before);
    const { attributes: oldKept, ...oldFields } = old;
    const { attributes: nextKept, ...nextFields } = next;
    const result = { ...fields, ...merged({}, oldFields, nextFields) };
    // If the display name was joined from the parts of the name, it follows the new parts.
    if (isDeepStrictEqual(old.name, next.name) && before.name === joinedName(before))
      result.name = joinedName(result) ?? result.name;
    const attributes = merged(kept, oldKept, nextKept);
    if (!isDeepStrictEqual(oldKept["name"], nextKept["name"]))
      attributes["name"] = merged(part(kept["name"]), part(oldKept["name"]), part(nextKept["name"]));
    // The resource contained every name that was not removed before. A name that is missing now was therefore removed.
    return { ...result, attributes: notingRemoved(attributes, wanted, () => true) };
  };

const isSent = (body: Json, name: string) => (entryOf(body, name) ?? null) !== null;

/**
 * Converts a PUT to a change. Removes attributes that are not sent (RFC 7644 §3.5.1), except those that providers
 * omit unintentionally (`active`, by OneLogin's template), identifiers (externalId, the address), and values that
 * users or others may have chosen here: the language, and a telephone number that no provider sent. Derives no name
 * that was removed before. Throws without userName, which RFC 7644 §3.5.1 requires.
 */
export const putChange =
  (body: Json) =>
  (before: ProvisionedPerson): ProvisionedFields => {
    const shown = editableResource(before);
    const left = ["externalId", "active", "preferredLanguage"].filter((name) => !isSent(body, name));
    const sent = fieldsOf({ ...body, ...Object.fromEntries(left.map((name) => [name, shown[name]])) });
    const wasRemoved = (name: string, part?: string) => isRemoved(before.attributes, name, part);
    const after = { ...sent, attributes: notingRemoved(sent.attributes, body, wasRemoved) };
    if (!isSent(body, "phoneNumbers") && before.attributes["phoneNumbers"] === undefined)
      after.phone = before.phone;
    if (after.email !== null) return after;
    const { emails } = before.attributes;
    const attributes = { ...after.attributes, ...(emails !== undefined && { emails }) };
    return { ...after, email: before.email, attributes };
  };
