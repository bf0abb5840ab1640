import { defineTexts } from "./define";

/** Errors of a run of a role sync source. */
export const roleSyncTexts = defineTexts("role_sync", {
  ambiguous_user: "{user} is the address of one person and the external id of another.",
  unknown_user: "Nobody is known as {user}.",
  more: "And {count} more.",
});
