import { defineTexts } from "./define";

/** Names of actors, and of records without a name of their own. */
export const nameTexts = defineTexts("name", {
  user: "User {id}",
  app: "App {id}",
  /** An administrator who acts as a user, in the audit log. */
  acting: "{actor}, acting as {user}",
});
