import { defineRefusals } from "./define";

export const sessionRefusals = defineRefusals("session", {
  not_found: { status: 404, text: "There is no such session." },
});
