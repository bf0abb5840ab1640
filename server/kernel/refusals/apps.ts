import { defineRefusals } from "./define";

export const appRefusals = defineRefusals("app", {
  not_found: { status: 404, text: "There is no such app." },
});
