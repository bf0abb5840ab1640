import type { Context } from "hono";
import { entryOf, invalidValue, type Json } from "./attributes";
import { ScimError } from "./errors";
import type { ListQuery } from "./requests";

/** What the address of a list asks for. */
export function listQuery(c: Context): ListQuery {
  const get = (name: string) => c.req.query(name) ?? null;
  return {
    filter: get("filter"),
    sortBy: get("sortBy"),
    sortOrder: get("sortOrder"),
    startIndex: get("startIndex"),
    count: get("count"),
    attributes: get("attributes"),
    excludedAttributes: get("excludedAttributes"),
  };
}

/** A search says in a body what a list says in its address (RFC 7644 §3.4.3). */
export function searchQuery(body: Json): ListQuery {
  const text = (name: string) => {
    const value = entryOf(body, name) ?? null;
    // A filter that cannot be read must not find everybody.
    if (value !== null && typeof value !== "string")
      throw name === "filter"
        ? new ScimError(400, "invalidFilter", "filter must be a text.")
        : invalidValue(`${name} must be a text.`);
    return value;
  };
  const number = (name: string) => {
    const value = entryOf(body, name);
    return typeof value === "number" ? String(value) : text(name);
  };
  /** A list of names, also as one text as in an address. */
  const list = (name: string) => {
    const value = entryOf(body, name);
    if (!Array.isArray(value)) return text(name);
    if (!value.every((item) => typeof item === "string"))
      throw invalidValue(`${name} must be a list of texts.`);
    return value.join(",");
  };
  return {
    filter: text("filter"),
    sortBy: text("sortBy"),
    sortOrder: text("sortOrder"),
    startIndex: number("startIndex"),
    count: number("count"),
    attributes: list("attributes"),
    excludedAttributes: list("excludedAttributes"),
  };
}
