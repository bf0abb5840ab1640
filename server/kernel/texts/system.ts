import { defineTexts } from "./define";

/** Problems of the installation. */
export const systemTexts = defineTexts("system", {
  events_late: "Events have waited for more than a minute to be sealed and sent on.",
  room_low: "The disk of the database has {megabytes} MB left. Without room, changes are refused.",
  room_gone: "The disk of the database is full. Changes are refused until there is room.",
  deliveries_late: "Webhook deliveries have been due for more than five minutes.",
});
