import { defineRefusals } from "./define";

export const userRefusals = defineRefusals("user", {
  not_found: { status: 404, text: "There is no such user." },
});
