import type { ProvisionedFields, ProvisionedPerson } from "../domain/provisioning/people.schema";
import { patched, type PatchOperation } from "./patch";
import { asBoolean, editableResource, fieldsOf, type Json } from "./users";

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const stored = (person: ProvisionedPerson): ProvisionedFields => ({
  userName: person.userName,
  email: person.email,
  externalId: person.externalId,
  givenName: person.givenName,
  familyName: person.familyName,
  name: person.name,
  phone: person.phone,
  active: person.active,
  attributes: person.attributes,
});

/**
 * A PATCH as a change. A resource shows more than is stored (a family name made of the display name, say): only what the
 * operations changed is taken over, so that reading and writing back changes nothing.
 */
export const patchChange = (operations: PatchOperation[]) => (before: ProvisionedPerson) => {
  const shown = editableResource(before);
  const [old, next] = [fieldsOf(shown), fieldsOf(patched(shown, operations))];
  const result: Json = { ...stored(before) };
  for (const key of Object.keys(next) as (keyof ProvisionedFields)[])
    if (key !== "attributes" && !same(old[key], next[key])) result[key] = next[key];
  const attributes = { ...before.attributes };
  for (const key of new Set([...Object.keys(old.attributes), ...Object.keys(next.attributes)])) {
    if (same(old.attributes[key], next.attributes[key])) continue;
    if (next.attributes[key] === undefined) delete attributes[key];
    else attributes[key] = next.attributes[key];
  }
  return { ...result, attributes } as ProvisionedFields;
};

/** A PUT as a change: what is not sent is gone (RFC 7644 §3.5.1), except `active`, which OneLogin's template leaves out. */
export const putChange =
  (body: Json) =>
  (before: ProvisionedPerson): ProvisionedFields => {
    const active = Object.entries(body).find(([key]) => key.toLowerCase() === "active")?.[1];
    return {
      ...fieldsOf(body),
      active: active === undefined || active === null ? before.active : asBoolean(active, "active"),
    };
  };
