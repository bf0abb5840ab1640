import { defineRefusals } from "../texts/define";

export const apiRefusals = defineRefusals("api", {
  not_found: { status: 404, text: "There is no such API." },

  audience_of_installation: {
    status: 400,
    text: "audience: is an address of this installation; name your own API.",
    field: "audience",
  },
  /** Another organization has verified the domain of the audience, or claimed the audience first. */
  audience_in_use: {
    status: 400,
    text: "audience: cannot be used by this organization; name an address under a domain of yours.",
    field: "audience",
  },
  audience_taken: {
    status: 400,
    text: "audience: an API of this organization has this audience already.",
    field: "audience",
  },
  /** The audience is the own API of an app (its protocol settings). */
  audience_of_app: {
    status: 400,
    text: "audience: is the API audience of the app {app}; remove it there first.",
    field: "audience",
  },

  scope_not_found: { status: 404, text: "There is no such scope of this API." },
  scope_in_use: { status: 400, text: "name: the API has a scope of this name already.", field: "name" },
  /** The name is a scope of OpenID Connect, or of the interfaces of this server. */
  scope_reserved: {
    status: 400,
    text: "name: {name} is a scope of the protocol or of this server; choose another name.",
    field: "name",
  },
  too_many_scopes: { status: 400, text: "An API has at most {max} scopes.", field: "name" },
  /** A field of the input names a scope that the API does not have. */
  unknown_scope: { status: 400, text: "{field}: the API has no scope {scope}." },

  app_not_allowed: { status: 404, text: "This app may not ask for tokens of this API." },
  app_asks_for_nothing: {
    status: 400,
    text: "forUsers: at least one of forUsers and forItself must be true; delete the app's access instead.",
    field: "forUsers",
  },
  scopes_without_own_tokens: {
    status: 400,
    text: "ownScopes: must be empty if forItself is false.",
    field: "ownScopes",
  },
  app_without_account: {
    status: 400,
    text: "forItself: the app gets no tokens for itself; link it to a service account first.",
    field: "forItself",
  },
});
