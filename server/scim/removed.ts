import { nameFields, partOfName } from "../kernel/user-fields";
import { entryOf, isObject, type Json } from "./attributes";

/*
 * Everybody is shown with names, made of what is known of them where no provider gave any (scim/users.ts). A name that a
 * provider took away is taken away all the same (RFC 7644 §3.5.2.2): among the attributes that are kept it is `null`, and
 * none is made for it until one is given again.
 */

const parts = ["formatted", ...nameFields.map((field) => partOfName(field)!)];
const spelled = (name: string) => parts.find((part) => part.toLowerCase() === name.toLowerCase()) ?? name;

const given = (object: unknown, name: string) => isObject(object) && (entryOf(object, name) ?? null) !== null;
const object = (value: unknown): Json => (isObject(value) ? value : {});

/** Whether a provider took away an attribute (`displayName`, `name`), or this part of `name`. */
export const isRemoved = (attributes: Json, name: string, part?: string): boolean =>
  attributes[name] === null || (part !== undefined && object(attributes[name])[part] === null);

/** A `name` without parts that are `null`, which is no value (RFC 7643 §2.5); the others as RFC 7643 spells them. */
export const givenParts = (name: Json): Json =>
  Object.fromEntries(
    Object.entries(name)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [spelled(key), value]),
  );

/**
 * The attributes to keep of a person who is to be `resource`. What it names is there; of what it does not name, `isGone`
 * says whether that was taken away.
 */
export function notingRemoved(
  attributes: Json,
  resource: Json,
  isGone: (name: string, part?: string) => boolean,
): Json {
  const { displayName: _displayName, name, ...others } = attributes;
  const displayName = !given(resource, "displayName") && isGone("displayName") ? { displayName: null } : {};
  if (!given(resource, "name") && isGone("name")) return { ...others, ...displayName, name: null };
  const gone = parts.filter((part) => !given(entryOf(resource, "name"), part) && isGone("name", part));
  const kept = { ...givenParts(object(name)), ...Object.fromEntries(gone.map((part) => [part, null])) };
  return { ...others, ...displayName, ...((isObject(name) || gone.length > 0) && { name: kept }) };
}
