import { defineTexts } from "./define";

/** Names of things that have no name of their own. */
export const nameTexts = defineTexts("name", {
  user: "User {id}",
  app: "App {id}",
});
