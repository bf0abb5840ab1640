import { defineRefusals } from "../texts/define";

export const alertRefusals = defineRefusals("alert", {
  /** The alert does not exist, or an administrator has acknowledged it. */
  not_open: { status: 404, text: "There is no such unacknowledged alert." },
});
