import { defineRefusals } from "./define";

export const deviceRefusals = defineRefusals("device", {
  not_found: { status: 404, text: "There is no such device." },
});
