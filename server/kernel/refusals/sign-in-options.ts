import { defineRefusals } from "../texts/define";

export const signInOptionRefusals = defineRefusals("sign_in_option", {
  not_allowed: { status: 400, text: "{option}: is not allowed by the platform's administrator." },
});
