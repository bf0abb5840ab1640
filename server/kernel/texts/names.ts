import { defineTexts } from "./define";

/** Names of things that have no name of their own, and of actors. */
export const nameTexts = defineTexts("name", {
  user: "User {id}",
  app: "App {id}",
  /** An administrator who acts as a user, in the audit log. */
  acting: "{actor}, acting as {user}",
});
