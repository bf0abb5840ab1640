import { defineRefusals } from "../texts/define";

export const authorizationRefusals = defineRefusals("authorization", {
  token_required: {
    status: 401,
    error: "invalid_request",
    text: "An access token is needed: Authorization: Bearer <token>.",
  },
  invalid_token: { status: 401, text: "The access token is malformed, expired or not one of ours." },
  revoked_token: {
    status: 401,
    text: "The access token was revoked, or its credential is no longer valid.",
  },
  scim_token_required: {
    status: 401,
    error: "invalid_request",
    text: "A SCIM token is needed: Authorization: Bearer <token>.",
  },
  invalid_scim_token: { status: 401, text: "This SCIM token is not valid here." },
  tenant_token_required: {
    status: 401,
    error: "invalid_request",
    text: "A stored template needs a token of its organization.",
  },
  /** The console session is missing or is not for this organization. */
  not_signed_in: { status: 401, text: "Sign in to this organization first." },

  missing_capability: { status: 403, text: "This needs the capability {capability}." },
  missing_scope: { status: 403, text: "The token of an app needs the scope {scope}." },
  /** A token of the platform was sent to an interface of organizations. */
  platform_token: { status: 403, text: "A platform token cannot be used on a tenant's data." },
  platform_token_required: {
    status: 403,
    text: "This needs a platform credential; a tenant's token cannot be used here.",
  },
  management_token_required: {
    status: 403,
    text: "This needs a token of a tenant's management credential.",
  },

  /** The request comes from a page of another site (CSRF). */
  foreign_origin: { status: 403, text: "This origin may not change anything." },
  foreign_page: { status: 403, text: "This request must be sent from a page of the console." },
  foreign_form: { status: 403, text: "This form must be sent from its own page." },
  foreign_download: { status: 403, text: "Start the download from a page of the console." },
});
