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

/** `base` with what differs between `old` and `next`; what neither of them changed stays as it is. */
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
 * A PATCH as a change. A resource shows more than is stored (a family name made of the display name, say): only what the
 * operations changed is taken over, so that reading and writing back changes nothing.
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
    // Someone called by the parts of their name is called by the new parts.
    if (isDeepStrictEqual(old.name, next.name) && before.name === joinedName(before))
      result.name = joinedName(result) ?? result.name;
    const attributes = merged(kept, oldKept, nextKept);
    if (!isDeepStrictEqual(oldKept["name"], nextKept["name"]))
      attributes["name"] = merged(part(kept["name"]), part(oldKept["name"]), part(nextKept["name"]));
    // Everything that could be taken away was shown, unless it had been taken away before.
    return { ...result, attributes: notingRemoved(attributes, wanted, () => true) };
  };

const isSent = (body: Json, name: string) => (entryOf(body, name) ?? null) !== null;

/**
 * A PUT as a change: what is not sent is gone (RFC 7644 §3.5.1), except what providers leave out without meaning it
 * (`active`, by OneLogin's template), what people are known by (externalId, their address), and what they or others
 * may have chosen here: their language, and a telephone number that no provider sent. No name is made for one that was
 * taken away before. Without userName it is refused, as RFC 7644 §3.5.1 has it of what is required.
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
