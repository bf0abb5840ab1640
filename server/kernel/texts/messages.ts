import { defineTexts } from "./define";

/** States of the channels of messages. */
export const messageTexts = defineTexts("message", {
  channel_missing: "The operator of this installation has not set it up.",
});
