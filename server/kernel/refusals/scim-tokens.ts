import { defineRefusals } from "../texts/define";

export const scimTokenRefusals = defineRefusals("scim_token", {
  not_found: { status: 404, text: "There is no such SCIM token." },
  /** The token would have a capability that the caller lacks. */
  capability_not_held: {
    status: 403,
    text: "A SCIM token gives {capability}, which you do not have yourself.",
  },
  expiry_past: { status: 400, text: "expiresAt must be in the future.", field: "expiresAt" },
});
