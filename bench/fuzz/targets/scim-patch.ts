import { AppError } from "@/server/kernel/errors";
import { isObject } from "@/server/scim/attributes";
import { bodyOf } from "@/server/scim/bodies";
import { ScimError } from "@/server/scim/errors";
import { groupPatch } from "@/server/scim/groups";
import { operationsOf, patched } from "@/server/scim/patch";
import { fieldsOf } from "@/server/scim/users";
import { check, refusing, refusingLater, type Target } from "./target";

const person = {
  userName: "ada@x.example",
  active: true,
  name: { givenName: "Ada", familyName: "Lovelace" },
  emails: [
    { value: "ada@x.example", type: "work", primary: true },
    { value: "b@x.example", type: "home" },
  ],
  phoneNumbers: [{ value: "+49 40 1", type: "mobile" }],
  "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": {
    department: "Tax",
    manager: { value: "1" },
  },
};

/** Patches of SCIM (RFC 7644 §3.5.2), applied to a user and to a group. */
export const target: Target = {
  words: [
    "add",
    "replace",
    "remove",
    "Add",
    "op",
    "path",
    "value",
    "Operations",
    "schemas",
    "emails",
    "name.givenName",
    'emails[type eq "work"].value',
    "emails[primary eq true]",
    "phoneNumbers",
    "active",
    "False",
    "members",
    'members[value eq "1"]',
    "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department",
    "manager",
    "__proto__",
    "constructor",
    "prototype.polluted",
    "toString",
    "id",
    "meta",
    "groups",
    "userName",
    "$ref",
  ],
  json: true,
  longest: 8_192,
  run: async (input) => {
    const request = new Request("http://x.example", {
      method: "PATCH",
      headers: { "content-type": "application/scim+json" },
      body: input,
    });
    const body = await refusingLater(() => bodyOf(request), ScimError);
    if (body === null || !isObject(body)) return;
    const before = JSON.stringify(person);
    refusing(() => fieldsOf(patched(person, operationsOf(body))), ScimError, AppError);
    refusing(() => groupPatch(body), ScimError, AppError);
    check(JSON.stringify(person) === before, "the person is not touched");
    check(!("polluted" in {}) && Object.keys(Object.prototype).length === 0, "no prototype is touched");
  },
};
