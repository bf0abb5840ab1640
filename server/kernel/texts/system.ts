import { defineTexts } from "./define";

/** Problems of the installation. */
export const systemTexts = defineTexts("system", {
  events_late: "Events have waited for more than a minute to be sealed and sent on.",
  deliveries_late: "Webhook deliveries have been due for more than five minutes.",
});
