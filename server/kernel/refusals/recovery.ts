import { defineRefusals } from "../texts/define";

export const recoveryRefusals = defineRefusals("recovery", {
  no_address: { status: 400, text: "There is no address to verify." },
});
