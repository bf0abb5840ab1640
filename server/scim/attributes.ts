import type { AppError } from "../kernel/errors";
import { textAttributeFields, userField } from "../kernel/user-fields";
import { MOST_PARTS, MOST_VALUES } from "./bounds";
import { ScimError } from "./errors";
import { defineRefusals } from "../kernel/texts/define";

export const scimRefusals = defineRefusals("scim", {
  not_boolean: { status: 400, text: "{attribute} must be true or false." },
  not_text: { status: 400, text: "{attribute} must be a text." },
  not_object: { status: 400, text: "{attribute} must be an object." },
  not_objects: { status: 400, text: "{attribute} must be a list of objects." },
  too_many_attribute_values: { status: 400, text: "{attribute} holds at most {max} values." },
  too_many_parts_of_value: { status: 400, text: "A value of {attribute} has at most {max} parts." },
  object_required: { status: 400, text: "An operation without a path needs an object." },
});

/*
 * The attributes that a provider may write, with the names and types of RFC 7643 §4.1. Other attributes are ignored
 * and never cause a refusal, because providers map more attributes than a server supports.
 */

export type Json = Record<string, unknown>;

export const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
export const ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

export type Shape = "text" | "boolean" | "complex" | "list";

const texts = [
  "userName",
  "externalId",
  "displayName",
  "nickName",
  "profileUrl",
  "title",
  "userType",
  "preferredLanguage",
  "locale",
  "timezone",
];
const lists = ["emails", "phoneNumbers", "ims", "photos", "addresses", "entitlements", "x509Certificates"];

const shapes = new Map<string, Shape>([
  ...texts.map((name): [string, Shape] => [name, "text"]),
  ...lists.map((name): [string, Shape] => [name, "list"]),
  ["active", "boolean"],
  ["name", "complex"],
  [ENTERPRISE, "complex"],
]);
const spelled = new Map([...shapes.keys()].map((name) => [name.toLowerCase(), name]));

const withColumn = [...textAttributeFields.map((name) => userField(name).scim.path), "externalId", "emails"];

/** Attributes without a column. They are stored as they are sent. */
export const keptAttributes = [...texts, ...lists].filter((name) => !withColumn.includes(name));

/** Returns the name of an attribute as RFC 7643 spells it; null if it is not supported. */
export const knownName = (name: string) => spelled.get(name.toLowerCase()) ?? null;
export const shapeOf = (name: string) => shapes.get(name)!;

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the key of an object that equals a name in any letter case; the name itself if there is none. */
export function keyIn(object: Json, name: string): string {
  const lower = name.toLowerCase();
  return Object.keys(object).find((key) => key.length === name.length && key.toLowerCase() === lower) ?? name;
}

/** Returns the value of a body's member by its name in any letter case (RFC 7643 §2.1). */
export const entryOf = (body: Json, name: string): unknown => {
  const key = keyIn(body, name);
  return Object.hasOwn(body, key) ? body[key] : undefined;
};

export const invalidValue = (refusal: AppError) => new ScimError("invalidValue", refusal);

/** Parses a boolean. Accepts the texts that Entra and OneLogin send. Throws for other values. */
function asBoolean(value: unknown, name: string): boolean {
  if (typeof value === "boolean") return value;
  if (typeof value === "string" && /^(true|false)$/i.test(value)) return value.toLowerCase() === "true";
  throw invalidValue(scimRefusals.not_boolean({ attribute: name }));
}

/** Unwraps a single value. Entra applications that were created before its SCIM flag send `[{"$ref": null, "value": "…"}]`. */
function unwrapped(value: unknown): unknown {
  const [only, ...more] = Array.isArray(value) ? (value as unknown[]) : [];
  return isObject(only) && more.length === 0 && "value" in only ? only["value"] : value;
}

function asText(value: unknown, name: string): string {
  if (typeof value === "string") return value;
  // Some templates send externalId as a number.
  if (typeof value === "number" && name === "externalId") return String(value);
  throw invalidValue(scimRefusals.not_text({ attribute: name }));
}

/** Text parts of a value (RFC 7643 §2.4). Some templates send them as numbers. */
const itemTexts = ["value", "type", "display"];

/** Returns one value of a list as an object; a plain text becomes its `value`. */
function asItem(value: unknown, name: string): Json {
  const item: unknown = typeof value === "string" ? { value } : value;
  if (!isObject(item)) throw invalidValue(scimRefusals.not_objects({ attribute: name }));
  const entries = Object.entries(item);
  if (entries.length > MOST_PARTS)
    throw invalidValue(scimRefusals.too_many_parts_of_value({ attribute: name, max: MOST_PARTS }));
  const result = { ...item };
  for (const [key, part] of entries) {
    const known = key.toLowerCase();
    if (part === null || part === undefined) continue;
    if (known === "primary") result[key] = asBoolean(part, `${name}.primary`);
    else if (itemTexts.includes(known)) result[key] = textOf(part, `${name}.${known}`);
  }
  return result;
}

function textOf(value: unknown, name: string): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  throw invalidValue(scimRefusals.not_text({ attribute: name }));
}

export function asList(value: unknown, name: string): Json[] {
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  if (list.length > MOST_VALUES)
    throw invalidValue(scimRefusals.too_many_attribute_values({ attribute: name, max: MOST_VALUES }));
  return list.filter((item) => item !== null && item !== undefined).map((item) => asItem(item, name));
}

/** Sets `primary` to false after the first primary value, because a list can have only one (RFC 7643 §2.4). */
function withOnePrimary(items: Json[]): Json[] {
  const first = items.findIndex((item) => item[keyIn(item, "primary")] === true);
  return items.map((item, index) => {
    const key = keyIn(item, "primary");
    return item[key] === true && index > first ? { ...item, [key]: false } : item;
  });
}

/**
 * Returns a manager as an object (RFC 7643 §4.3), also if a provider sent only the id, as Entra does. Returns null for no
 * manager, and undefined for a value of another type.
 */
function managerOf(sent: unknown): Json | null | undefined {
  const [only, ...more] = Array.isArray(sent) ? (sent as unknown[]) : [sent];
  if (more.length > 0) return undefined;
  if (only === null || only === undefined || only === "") return null;
  if (typeof only === "string" || typeof only === "number") return { value: String(only) };
  if (!isObject(only)) return undefined;
  const { [keyIn(only, "value")]: id = null, ...others } = only;
  if (id !== null && typeof id !== "string" && typeof id !== "number") return undefined;
  const given = Object.entries(others).filter(([, part]) => part !== null);
  const manager = { ...(id !== null && id !== "" && { value: String(id) }), ...Object.fromEntries(given) };
  return Object.keys(manager).length > 0 ? manager : null;
}

/** Returns an enterprise extension with its manager as an object, or without a manager if it is none. */
export function withManager(enterprise: Json): Json {
  const { [keyIn(enterprise, "manager")]: sent, ...others } = enterprise;
  const manager = managerOf(sent);
  return manager ? { ...others, manager } : others;
}

/** Converts a value to the type of its attribute. Null and undefined are no value (RFC 7643 §2.5). */
export function normalized(name: string, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  switch (shapeOf(name)) {
    case "text":
      return asText(unwrapped(value), name);
    case "boolean":
      return asBoolean(unwrapped(value), name);
    case "list":
      return withOnePrimary(asList(value, name));
    case "complex":
      if (!isObject(value)) throw invalidValue(scimRefusals.not_object({ attribute: name }));
      if (name !== ENTERPRISE) return value;
      if (managerOf(entryOf(value, "manager")) === undefined)
        throw invalidValue(scimRefusals.not_object({ attribute: "manager" }));
      return withManager(value);
  }
}
