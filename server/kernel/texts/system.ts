import { defineTexts } from "./define";

/** Problems of the installation. */
export const systemTexts = defineTexts("system", {
  events_late: "Events have waited for more than a minute to be sealed and sent on.",
  room_low: "The disk of the database has {megabytes} MB left. Without free space, changes are refused.",
  room_gone: "The disk of the database is full. Changes are refused until there is free space.",
  deliveries_late: "Webhook deliveries have been due for more than five minutes.",
});
