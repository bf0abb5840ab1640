import { defineRefusals } from "../texts/define";

export const signingKeyRefusals = defineRefusals("signing_key", {
  not_found: { status: 404, text: "There is no such signing key." },
  revoked: { status: 409, text: "The signing key is revoked already." },
});
