import { nameFields, partOfName } from "../kernel/user-fields";
import { entryOf, isObject, type Json } from "./attributes";

/*
 * If no provider sent a name, the resource of a user contains a derived one (scim/users.ts). A name that a
 * provider removed must stay removed (RFC 7644 §3.5.2.2). The stored attributes therefore contain `null` for
 * it, and none is derived until a new one is sent.
 */

const parts = ["formatted", ...nameFields.map((field) => partOfName(field)!)];
const spelled = (name: string) => parts.find((part) => part.toLowerCase() === name.toLowerCase()) ?? name;

const hasValue = (object: unknown, name: string) =>
  isObject(object) && (entryOf(object, name) ?? null) !== null;
const object = (value: unknown): Json => (isObject(value) ? value : {});

/** Returns true if a provider removed an attribute (`displayName`, `name`) or this part of `name`. */
export const isRemoved = (attributes: Json, name: string, part?: string): boolean =>
  attributes[name] === null || (part !== undefined && object(attributes[name])[part] === null);

/** Returns a `name` without null parts, which are no value (RFC 7643 §2.5), with keys in the spelling of RFC 7643. */
export const givenParts = (name: Json): Json =>
  Object.fromEntries(
    Object.entries(name)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [spelled(key), value]),
  );

/**
 * Returns the stored attributes for a user with this resource. Names in the resource are present. For each missing
 * name, `isGone` returns true if it was removed.
 */
export function notingRemoved(
  attributes: Json,
  resource: Json,
  isGone: (name: string, part?: string) => boolean,
): Json {
  const { displayName: _displayName, name, ...others } = attributes;
  const displayName =
    !hasValue(resource, "displayName") && isGone("displayName") ? { displayName: null } : {};
  if (!hasValue(resource, "name") && isGone("name")) return { ...others, ...displayName, name: null };
  const gone = parts.filter((part) => !hasValue(entryOf(resource, "name"), part) && isGone("name", part));
  const storedName = { ...givenParts(object(name)), ...Object.fromEntries(gone.map((part) => [part, null])) };
  return { ...others, ...displayName, ...((isObject(name) || gone.length > 0) && { name: storedName }) };
}
