import type { Context } from "hono";
import { entryOf, invalidValue, type Json, scimRefusals } from "./attributes";
import { ScimError } from "./errors";
import type { ListQuery } from "./requests";
import { defineRefusals } from "../kernel/texts/define";

const refusals = defineRefusals("scim", {
  not_texts: { status: 400, text: "{attribute} must be a list of texts." },
});

/** Returns the parameters of a list from the URL. */
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

/** Returns the parameters of a search, which are in the body (RFC 7644 §3.4.3). */
export function searchQuery(body: Json): ListQuery {
  const text = (name: string) => {
    const value = entryOf(body, name) ?? null;
    // A filter that is not a text is refused, because an ignored filter would match everybody.
    if (value !== null && typeof value !== "string")
      throw name === "filter"
        ? new ScimError("invalidFilter", scimRefusals.not_text({ attribute: name }))
        : invalidValue(scimRefusals.not_text({ attribute: name }));
    return value;
  };
  const number = (name: string) => {
    const value = entryOf(body, name);
    return typeof value === "number" ? String(value) : text(name);
  };
  /** Parses a list of names; a single text is split as in a URL. */
  const list = (name: string) => {
    const value = entryOf(body, name);
    if (!Array.isArray(value)) return text(name);
    if (!value.every((item) => typeof item === "string"))
      throw invalidValue(refusals.not_texts({ attribute: name }));
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
