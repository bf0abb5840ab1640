import { defineRefusals } from "./define";

export const appRefusals = defineRefusals("app", {
  not_found: { status: 404, text: "There is no such app." },
  /** A field of the input names an app that does not exist. */
  unknown: { status: 400, text: "{field}: there is no such app." },

  /** The app has a redirect URI. An app for machines may have none. */
  redirect_uri_not_removable: {
    status: 400,
    text: "redirectUri: cannot be taken away, only changed.",
    field: "redirectUri",
  },
  sign_in_for_nobody: {
    status: 400,
    text: "At least one of allowEndUserSignIn and allowTenantAdminSignIn must stay true.",
    field: "allowEndUserSignIn",
  },
  pkce_required: {
    status: 400,
    text: "requirePkce: must stay true for a public client.",
    field: "requirePkce",
  },
  public_without_secret: { status: 400, text: "A public client has no secret." },
  /** A service account is requested for a public app. The app needs a secret to request tokens of the service account. */
  public_without_own_tokens: { status: 400, text: "A public app has no secret to get tokens with." },

  audience_of_installation: {
    status: 400,
    text: "apiAudience: is an address of this installation; name your own API.",
    field: "apiAudience",
  },
  /** Another organization has verified the domain of the audience, or claimed the audience first. */
  audience_in_use: {
    status: 400,
    text: "apiAudience: cannot be used by this organization; name an address under a domain of yours.",
    field: "apiAudience",
  },

  authorization_not_found: {
    status: 404,
    text: "There is no such authorization of this app by this user.",
  },
  guest_not_found: { status: 404, text: "There is no such guest of this app." },
  tag_not_found: { status: 404, text: "There is no such tag of this app." },
  exclusion_not_found: { status: 404, text: "There is no such exclusion of this app." },
});
