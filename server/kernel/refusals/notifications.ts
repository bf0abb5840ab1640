import { defineRefusals } from "../texts/define";

export const notificationRefusals = defineRefusals("notification", {
  choice_not_allowed: { status: 400, text: "The organization does not let people choose." },
});
