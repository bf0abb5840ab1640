import { defineTexts } from "./define";

/** Texts of bulk steps on users and of imports: reasons of stops and refusals, and the changes of a row. */
export const jobTexts = defineTexts("job", {
  stopped: "Stopped by an administrator.",
  rights_lost: "Who started it may no longer administer this organization.",
  given_up: "Something went wrong on our side.",

  partly_added: "Added, but not all of the rest could be done: {reason}",
  partly_done: "Not all of it could be done: {reason}",
  reasons: "{first} {second}",
  role_missing: "There is no role {name}.",
  tag_missing: "There is no tag {name}.",
  field_missing: "There is no custom field {name}.",
  status_invalid: "The status must be active or suspended.",
  name_invalid: "The name {problem}.",
  address_invalid: "The address {problem}.",
  field_invalid: "{field} {problem}.",
  address_repeated: "This address stands on line {line} already.",
  address_repeated_earlier: "This address stands on an earlier line already.",

  active: "active",
  suspended: "suspended",
  role: "+ role {name}",
  tag: "+ tag {name}",
  field: "{field}: {value}",
});
