import { asciiAddress } from "../kernel/strings/mail-address";
import { EmailAddress } from "../kernel/fields";
import { isStorable } from "../kernel/operation/storable";
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
import { primaryValue } from "../domain/scim-attributes/scim-attributes";
import { versionOfPerson } from "../domain/provisioning/versions";
import {
  ENTERPRISE,
  invalidValue,
  isObject,
  keptAttributes,
  knownName,
  normalized,
  USER,
  withManager,
  type Json,
  scimRefusals,
} from "./attributes";
import { MOST_KEPT, tooLong } from "./bounds";
import { givenParts, isRemoved } from "./removed";
import { defineRefusals } from "../kernel/texts/define";

const refusals = defineRefusals("scim", {
  text_not_storable: { status: 400, text: "A text must not contain NUL or half a character." },
  user_name_required: { status: 400, text: "userName must be given." },
  email_malformed: { status: 400, text: "emails holds {email}, which is no e-mail address." },
});

/*
 * Conversion of users to and from RFC 7643 §4.1. A few attributes have columns. The others are stored and
 * returned as they were sent: a provider that reads another value than it sent repeats its request forever.
 */

/** Fields that are text attributes without special rules. */
const plainFields = textAttributeFields.filter((field) => field !== "userName" && field !== "name");

const isSome = (value: unknown) => Array.isArray(value) && value.length > 0;

/** Returns the values that a user has for these fields, under their names in SCIM. */
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

/** Returns a user as a resource. */
export function userResource(person: ProvisionedPerson, base: string): Json {
  const { attributes, email } = person;
  const called = person.name ?? email?.split("@")[0] ?? person.userName ?? String(person.userId);
  const shownNames = shownNamesOf(person, called);
  const extension = attributes[ENTERPRISE];
  // Versions before 0.2.0 stored the manager as it was sent.
  const enterprise = isObject(extension) && withManager(extension);
  const storedAttributes = Object.fromEntries(
    keptAttributes.filter((key) => attributes[key] !== undefined).map((key) => [key, attributes[key]]),
  );
  return {
    schemas: enterprise ? [USER, ENTERPRISE] : [USER],
    id: String(person.userId),
    ...(person.externalId !== null && { externalId: person.externalId }),
    userName: person.userName ?? email ?? String(person.userId),
    // Okta's own test reads these attributes of the first user, even if another client created that user.
    ...(shownNames.length > 0 && { name: Object.fromEntries(shownNames) }),
    ...(!isRemoved(attributes, "displayName") && { displayName: called }),
    emails: isSome(attributes["emails"]) ? attributes["emails"] : emailsOf(email),
    active: person.active,
    groups: person.groups.map(({ roleId, name: display }) => ({
      value: String(roleId),
      display,
      $ref: `${base}/Groups/${roleId}`,
    })),
    ...valuesIn(plainFields, (field) => userField(field).scim.path, person),
    ...storedAttributes,
    ...(enterprise && { [ENTERPRISE]: enterprise }),
    meta: {
      resourceType: "User",
      created: person.createdAt,
      lastModified: person.updatedAt,
      location: `${base}/Users/${person.userId}`,
      version: versionOfPerson(person),
    },
  };
}

/**
 * Returns the parts of a person's name that the provider has not removed. Missing parts are derived from
 * `called`.
 */
function shownNamesOf(person: ProvisionedPerson, called: string) {
  const { attributes, givenName, familyName } = person;
  const [first = "", ...rest] = called.split(/\s+/);
  const name = isObject(attributes["name"]) ? attributes["name"] : {};
  const names: Json = {
    ...givenParts(name),
    formatted: name["formatted"] ?? called,
    ...valuesIn(nameFields, partOfName, person),
    givenName: givenName ?? first,
    familyName: familyName ?? (rest.join(" ") || first),
  };
  return Object.entries(names).filter(([part]) => !isRemoved(attributes, "name", part));
}

const emailsOf = (email: string | null) =>
  email === null ? [] : [{ value: email, type: "work", primary: true }];

function requireKeepable(attributes: Json) {
  if (JSON.stringify(attributes).length > MOST_KEPT) throw tooLong();
  const look = (value: unknown): void => {
    if (typeof value === "string" && !isStorable(value)) throw invalidValue(refusals.text_not_storable());
    if (typeof value !== "object" || value === null) return;
    for (const [key, item] of Object.entries(value)) {
      look(key);
      look(item);
    }
  };
  look(attributes);
}

const isAddress = (text: string) => EmailAddress.safeParse(text).success;

/** Returns a value of `emails` with the domain of its address in ASCII. */
function inAscii(item: Json): Json {
  const { value } = item;
  return typeof value === "string" ? { ...item, value: asciiAddress(value.trim()) } : item;
}

const textOrNull = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);

function nameParts(value: unknown) {
  const entries = isObject(value) ? Object.entries(value) : [];
  const part = (name: string) => {
    const text = entries.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
    if (text === undefined || text === null || text === "") return null;
    if (typeof text !== "string") throw invalidValue(scimRefusals.not_text({ attribute: `name.${name}` }));
    return text;
  };
  return { ...byField(nameFields, (field) => part(partOfName(field)!)), formatted: part("formatted") };
}

/** Returns a display name from the parts of a name; null without parts. */
export const joinedName = ({
  givenName,
  familyName,
}: Pick<ProvisionedFields, "givenName" | "familyName">): string | null =>
  [givenName, familyName].filter(Boolean).join(" ") || null;

/** Returns the fields of a resource. Names match in any letter case. Unknown and read-only attributes are ignored. */
export function fieldsOf(resource: Json): ProvisionedFields {
  const attributesRead: Json = {};
  for (const [key, value] of Object.entries(resource)) {
    const name = knownName(key);
    if (name !== null) attributesRead[name] = normalized(name, value) ?? attributesRead[name];
  }
  // An empty list must not remove the address that identifies the user.
  if (!isSome(attributesRead["emails"])) delete attributesRead["emails"];
  else attributesRead["emails"] = (attributesRead["emails"] as Json[]).map(inAscii);
  const typed = textOrNull(attributesRead["userName"])?.trim();
  const userName = typed && asciiAddress(typed);
  if (!userName) throw invalidValue(refusals.user_name_required());
  const { formatted, ...names } = nameParts(attributesRead["name"]);
  const email = isAddress(userName) ? userName : primaryValue(attributesRead["emails"]);
  if (email !== null && !isAddress(email))
    throw invalidValue(refusals.email_malformed({ email: email.slice(0, 300) }));
  const phone = primaryValue(attributesRead["phoneNumbers"]);
  const attributes = Object.fromEntries(
    [...keptAttributes, "name", "emails", ENTERPRISE]
      .filter((key) => attributesRead[key] !== undefined)
      .map((key) => [key, attributesRead[key]]),
  );
  if (isObject(attributes["name"])) attributes["name"] = givenParts(attributes["name"]);
  requireKeepable(attributes);
  return {
    userName,
    email,
    externalId: textOrNull(attributesRead["externalId"]),
    ...byField(plainFields, (field) => textOrNull(attributesRead[userField(field).scim.path])),
    ...names,
    name: textOrNull(attributesRead["displayName"]) ?? formatted ?? joinedName(names),
    phone: phone === null ? null : phone.slice(0, scimLength("phone")),
    active: attributesRead["active"] === undefined ? true : (attributesRead["active"] as boolean),
    attributes,
  };
}

/** Returns the user's resource without read-only attributes, to which a change is applied. */
export function editableResource(person: ProvisionedPerson): Json {
  const { meta: _meta, groups: _groups, id: _id, schemas: _schemas, ...resource } = userResource(person, "");
  return resource;
}
