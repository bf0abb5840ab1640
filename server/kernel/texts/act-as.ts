import { defineTexts } from "./define";

/** Reasons of the server to end a session in which an administrator acts as a user. */
export const actAsTexts = defineTexts("act_as_end", {
  session_ended: "The session was ended",
  time_up: "The time was up",
  another_begun: "The administrator began another one",
  switched_off: "Acting as others was switched off",
  administrator_removed: "They administer no more",
  owner_no_more: "They are no owner any more",
  became_administrator: "The person became an administrator",
});
