import { defineRefusals } from "../texts/define";

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
  /** The app signs JWTs with its own key (RFC 7523). */
  authenticates_by_key: { status: 400, text: "This app authenticates by a key and has no secret." },
  public_without_key: { status: 400, text: "A public client does not authenticate." },
  keys_or_uri: {
    status: 400,
    text: "jwks: give either jwks or jwksUri for private_key_jwt, otherwise neither.",
    field: "jwks",
  },
  too_many_secrets: { status: 409, text: "The app has {max} live secrets already: remove one first." },
  secret_not_found: { status: 404, text: "There is no such secret of this app." },
  only_secret: { status: 409, text: "This is the app's only live secret: rotate it instead." },
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

  /** An API of the organization has this audience (server/domain/apis). */
  audience_of_api: {
    status: 400,
    text: "apiAudience: is the audience of the API {api}; give the app access there.",
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
