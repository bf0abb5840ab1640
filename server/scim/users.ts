import { EmailAddress } from "../kernel/fields";
import { isStorable } from "../kernel/storable";
import {
  byField,
  nameFields,
  partOfName,
  scimLength,
  textAttributeFields,
  userField,
  type UserField,
} from "../kernel/user-fields";
import type { ProvisionedFields, ProvisionedPerson } from "../domain/provisioning/people.schema";
import { primaryValue } from "../domain/provisioning/primary";
import { versionOfPerson } from "../domain/provisioning/versions";
import {
  ENTERPRISE,
  invalidValue,
  isObject,
  keptAttributes,
  knownName,
  normalized,
  USER,
  type Json,
} from "./attributes";
import { MOST_KEPT, tooLong } from "./bounds";
import { givenParts, isRemoved } from "./removed";

/*
 * People as RFC 7643 §4.1 writes them, and back. A few attributes have columns; what has none is kept and read back as it
 * was sent, because a provider that does not read what it wrote will write it for ever.
 */

/** Fields that are a text attribute without rules of its own. */
const plainFields = textAttributeFields.filter((field) => field !== "userName" && field !== "name");

const isSome = (value: unknown) => Array.isArray(value) && value.length > 0;

/** Returns the values that a person has for these fields, under their names in SCIM. */
function valuesIn(
  fields: readonly UserField[],
  nameOf: (field: UserField) => string | null,
  person: ProvisionedPerson,
): Json {
  const values: Json = {};
  for (const field of fields) {
    const name = nameOf(field);
    if (name !== null && person[field] !== null) values[name] = person[field];
  }
  return values;
}

/** A person as a resource. */
export function userResource(person: ProvisionedPerson, base: string): Json {
  const { attributes, email } = person;
  const local = email?.split("@")[0] ?? person.userName ?? String(person.userId);
  const [first = "", ...rest] = (person.name ?? local).split(/\s+/);
  const name = isObject(attributes["name"]) ? attributes["name"] : {};
  const names: Json = {
    ...givenParts(name),
    formatted: name["formatted"] ?? person.name ?? local,
    ...valuesIn(nameFields, partOfName, person),
    givenName: person.givenName ?? first,
    familyName: person.familyName ?? (rest.join(" ") || first),
  };
  const shownNames = Object.entries(names).filter(([part]) => !isRemoved(attributes, "name", part));
  const enterprise = attributes[ENTERPRISE];
  const kept = Object.fromEntries(
    keptAttributes.filter((key) => attributes[key] !== undefined).map((key) => [key, attributes[key]]),
  );
  return {
    schemas: isObject(enterprise) ? [USER, ENTERPRISE] : [USER],
    id: String(person.userId),
    ...(person.externalId !== null && { externalId: person.externalId }),
    userName: person.userName ?? email ?? String(person.userId),
    // Okta's own test reads these of whoever comes first, however they were made.
    ...(shownNames.length > 0 && { name: Object.fromEntries(shownNames) }),
    ...(!isRemoved(attributes, "displayName") && { displayName: person.name ?? local }),
    emails: isSome(attributes["emails"])
      ? attributes["emails"]
      : email === null
        ? []
        : [{ value: email, type: "work", primary: true }],
    active: person.active,
    groups: person.groups.map(({ roleId, name: display }) => ({
      value: String(roleId),
      display,
      $ref: `${base}/Groups/${roleId}`,
    })),
    ...valuesIn(plainFields, (field) => userField(field).scim.path, person),
    ...kept,
    ...(isObject(enterprise) && { [ENTERPRISE]: enterprise }),
    meta: {
      resourceType: "User",
      created: person.createdAt,
      lastModified: person.updatedAt,
      location: `${base}/Users/${person.userId}`,
      version: versionOfPerson(person),
    },
  };
}

function requireKeepable(attributes: Json) {
  if (JSON.stringify(attributes).length > MOST_KEPT) throw tooLong();
  const look = (value: unknown): void => {
    if (typeof value === "string" && !isStorable(value))
      throw invalidValue("A text must not contain NUL or half a character.");
    if (typeof value !== "object" || value === null) return;
    for (const [key, item] of Object.entries(value)) {
      look(key);
      look(item);
    }
  };
  look(attributes);
}

const isAddress = (text: string) => EmailAddress.safeParse(text).success;

const textOrNull = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);

function nameParts(value: unknown) {
  const entries = isObject(value) ? Object.entries(value) : [];
  const part = (name: string) => {
    const text = entries.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
    if (text === undefined || text === null || text === "") return null;
    if (typeof text !== "string") throw invalidValue(`name.${name} must be a text.`);
    return text;
  };
  return { ...byField(nameFields, (field) => part(partOfName(field)!)), formatted: part("formatted") };
}

/** What a person is called whose provider sends parts only. */
export const joinedName = ({
  givenName,
  familyName,
}: Pick<ProvisionedFields, "givenName" | "familyName">): string | null =>
  [givenName, familyName].filter(Boolean).join(" ") || null;

/** The fields of a resource; names in any letter case, what is not known left out, read-only attributes ignored. */
export function fieldsOf(resource: Json): ProvisionedFields {
  const told: Json = {};
  for (const [key, value] of Object.entries(resource)) {
    const name = knownName(key);
    if (name !== null) told[name] = normalized(name, value) ?? told[name];
  }
  // No addresses at all are none that a person is shown with instead of the one that they are known by.
  if (!isSome(told["emails"])) delete told["emails"];
  const userName = textOrNull(told["userName"])?.trim();
  if (!userName) throw invalidValue("userName must be given.");
  const { formatted, ...names } = nameParts(told["name"]);
  const email = isAddress(userName) ? userName : primaryValue(told["emails"]);
  if (email !== null && !isAddress(email))
    throw invalidValue(`emails holds ${email.slice(0, 300)}, which is no e-mail address.`);
  const phone = primaryValue(told["phoneNumbers"]);
  const attributes = Object.fromEntries(
    [...keptAttributes, "name", "emails", ENTERPRISE]
      .filter((key) => told[key] !== undefined)
      .map((key) => [key, told[key]]),
  );
  if (isObject(attributes["name"])) attributes["name"] = givenParts(attributes["name"]);
  requireKeepable(attributes);
  return {
    userName,
    email,
    externalId: textOrNull(told["externalId"]),
    ...byField(plainFields, (field) => textOrNull(told[userField(field).scim.path])),
    ...names,
    name: textOrNull(told["displayName"]) ?? formatted ?? joinedName(names),
    phone: phone === null ? null : phone.slice(0, scimLength("phone")),
    active: told["active"] === undefined ? true : (told["active"] as boolean),
    attributes,
  };
}

/** What a change starts from: the resource as the provider knows it, without what it cannot change. */
export function editableResource(person: ProvisionedPerson): Json {
  const { meta: _meta, groups: _groups, id: _id, schemas: _schemas, ...resource } = userResource(person, "");
  return resource;
}
