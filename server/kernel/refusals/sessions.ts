import { defineRefusals } from "../texts/define";

export const sessionRefusals = defineRefusals("session", {
  not_found: { status: 404, text: "There is no such session." },
  not_of_user: { status: 404, text: "There is no such session of this user." },
});
