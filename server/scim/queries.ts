import type { Context } from "hono";
import { entryOf, type Json } from "./attributes";
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
    const value = entryOf(body, name);
    if (Array.isArray(value)) return value.join(",");
    return typeof value === "string" || typeof value === "number" ? String(value) : null;
  };
  return {
    filter: text("filter"),
    sortBy: text("sortBy"),
    sortOrder: text("sortOrder"),
    startIndex: text("startIndex"),
    count: text("count"),
    attributes: text("attributes"),
    excludedAttributes: text("excludedAttributes"),
  };
}
