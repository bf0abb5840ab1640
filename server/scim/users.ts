import type { ProvisionedFields, ProvisionedPerson } from "../domain/provisioning/people.schema";
import { versionOf } from "../domain/provisioning/people";
import { ScimError } from "./errors";

/*
 * People as RFC 7643 §4.1 writes them, and back. A few attributes have columns; what has none is kept and read back as it
 * was sent, because a provider that does not read what it wrote will write it for ever.
 */

export const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
export const ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

export type Json = Record<string, unknown>;

/** The attributes that are kept as they are, by the names of RFC 7643. */
const keptAttributes = [
  "nickName",
  "profileUrl",
  "title",
  "userType",
  "preferredLanguage",
  "locale",
  "timezone",
  "phoneNumbers",
  "ims",
  "photos",
  "addresses",
  "entitlements",
  "x509Certificates",
];

/** Names, in any letter case, of what a provider may send. */
const knownNames = new Map(
  ["userName", "externalId", "name", "displayName", "emails", "active", ...keptAttributes].map((name) => [
    name.toLowerCase(),
    name,
  ]),
);

/** The name of an attribute as RFC 7643 spells it, or null for one that is not known. */
export const knownName = (name: string) =>
  name.toLowerCase() === ENTERPRISE.toLowerCase() ? ENTERPRISE : (knownNames.get(name.toLowerCase()) ?? null);

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A person as a resource. */
export function userResource(person: ProvisionedPerson, base: string): Json {
  const { attributes, email } = person;
  const local = email?.split("@")[0] ?? String(person.userId);
  const [first = "", ...rest] = (person.name ?? local).split(/\s+/);
  const name = isObject(attributes["name"]) ? attributes["name"] : {};
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
    name: {
      ...name,
      formatted: name["formatted"] ?? person.name ?? local,
      givenName: person.givenName ?? first,
      familyName: person.familyName ?? (rest.join(" ") || first),
    },
    displayName: person.name ?? local,
    emails: Array.isArray(attributes["emails"])
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
    ...kept,
    ...(isObject(enterprise) && { [ENTERPRISE]: enterprise }),
    meta: {
      resourceType: "User",
      created: person.createdAt.toISOString(),
      lastModified: person.updatedAt.toISOString(),
      location: `${base}/Users/${person.userId}`,
      version: versionOf(person),
    },
  };
}

const invalidValue = (detail: string) => new ScimError(400, "invalidValue", detail);

/** A boolean, also as Entra and OneLogin write it. */
export function asBoolean(value: unknown, name: string): boolean {
  if (typeof value === "boolean") return value;
  if (typeof value === "string" && /^(true|false)$/i.test(value)) return value.toLowerCase() === "true";
  throw invalidValue(`${name} must be true or false.`);
}

function asText(value: unknown, name: string): string | null {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value !== "string") throw invalidValue(`${name} must be a text.`);
  return value;
}

const looksLikeEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

interface Email {
  value: string;
  primary: boolean;
}
/** E-mails as a list, also where a provider sends one object, or texts. */
function emailsOf(value: unknown): Email[] {
  if (value === undefined || value === null) return [];
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  return list
    .map((item) => (typeof item === "string" ? { value: item } : item))
    .filter(isObject)
    .filter((item) => typeof item["value"] === "string" && item["value"] !== "")
    .map((item) => ({ value: item["value"] as string, primary: /^true$/i.test(String(item["primary"])) }));
}

/** The fields of a resource; names in any letter case, what is not known left out, read-only attributes ignored. */
export function fieldsOf(resource: Json): ProvisionedFields {
  const told: Json = {};
  for (const [key, value] of Object.entries(resource)) {
    const name = knownName(key);
    if (name !== null && value !== null && value !== undefined) told[name] = value;
  }
  const userName = asText(told["userName"], "userName");
  if (userName === null || userName.trim() === "") throw invalidValue("userName must be given.");
  const emails = emailsOf(told["emails"]);
  const primary = (emails.find((email) => email.primary) ?? emails[0])?.value ?? null;
  const name = lowerKeys(told["name"]);
  const [givenName, familyName] = [
    asText(name["givenname"], "name.givenName"),
    asText(name["familyname"], "name.familyName"),
  ];
  const joined = [givenName, familyName].filter(Boolean).join(" ");
  const display =
    asText(told["displayName"], "displayName") ??
    asText(name["formatted"], "name.formatted") ??
    (joined || null);
  const email = looksLikeEmail(userName) ? userName : primary;
  if (email !== null && !looksLikeEmail(email))
    throw invalidValue(`emails holds ${email}, which is no e-mail address.`);
  const phones = Array.isArray(told["phoneNumbers"]) ? told["phoneNumbers"] : [];
  const kept = Object.fromEntries(
    keptAttributes.filter((key) => told[key] !== undefined).map((key) => [key, told[key]]),
  );
  return {
    userName,
    email,
    externalId: asText(told["externalId"], "externalId"),
    givenName,
    familyName,
    name: display,
    phone:
      isObject(phones[0]) && typeof phones[0]["value"] === "string" ? phones[0]["value"].slice(0, 100) : null,
    active: told["active"] === undefined ? true : asBoolean(told["active"], "active"),
    attributes: {
      ...kept,
      ...(isObject(told["name"]) && { name: told["name"] }),
      ...(Array.isArray(told["emails"]) && { emails: told["emails"] }),
      ...(isObject(told[ENTERPRISE]) && { [ENTERPRISE]: told[ENTERPRISE] }),
    },
  };
}

const lowerKeys = (value: unknown): Json =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toLowerCase(), item]))
    : {};

/** What a change starts from: the resource as the provider knows it, without what it cannot change. */
export function editableResource(person: ProvisionedPerson): Json {
  const { meta: _meta, groups: _groups, id: _id, schemas: _schemas, ...resource } = userResource(person, "");
  return resource;
}
