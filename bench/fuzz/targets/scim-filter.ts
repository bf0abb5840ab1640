import { ScimError } from "@/server/scim/errors";
import { parseFilter } from "@/server/scim/filter";
import { AppError } from "@/server/kernel/errors";
import { refusing, type Target } from "./target";

/** Filters of SCIM (RFC 7644 §3.4.2.2) from untrusted clients with a token. */
export const target: Target = {
  words: [
    " eq ",
    " ne ",
    " co ",
    " sw ",
    " ew ",
    " pr",
    " gt ",
    " and ",
    " or ",
    "not (",
    ")",
    "[",
    "]",
    '"',
    '\\"',
    "true",
    "userName",
    "emails",
    "emails.value",
    "meta.lastModified",
    "name.givenName",
    "externalId",
    "null",
    "1.5e9",
    "urn:ietf:params:scim:schemas:core:2.0:User:",
    '"2026-01-01T00:00:00Z"',
    "members",
    "$ref",
    "__proto__",
  ],
  longest: 4_096,
  run: (input) => refusing(() => parseFilter(input), ScimError, AppError),
};
