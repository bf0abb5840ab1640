import { defineEvents } from "./define";

/** Events of apps, access rules and identity providers. */
export const accessEvents = defineEvents({
  app_created: { type: "app.created", description: "An app was registered." },
  app_updated: { type: "app.updated", description: "An app was changed." },
  app_deleted: { type: "app.deleted", description: "An app was deleted; its tokens ended." },
  app_secret_rotated: { type: "app.secret_rotated", description: "An app got a new secret." },
  app_authorized: { type: "app.authorized", description: "A user authorized an app." },
  refresh_token_reused: {
    type: "app.refresh_token_reused",
    description: "A refresh token was used twice, and its tokens ended.",
  },
  connected_app_withdrawn: {
    type: "app.authorization_withdrawn",
    description: "A user's authorization of an app was withdrawn.",
  },
  app_access_changed: { type: "app_access.changed", description: "An app was restricted or opened." },
  app_access_user_granted: {
    type: "app_access.user_granted",
    description: "A user was put on an app's guest list.",
  },
  app_access_user_revoked: {
    type: "app_access.user_revoked",
    description: "A user was taken off an app's guest list.",
  },
  app_access_tag_granted: {
    type: "app_access.tag_granted",
    description: "Everyone with a tag was let into an app.",
  },
  app_access_tag_revoked: {
    type: "app_access.tag_revoked",
    description: "A tag lets nobody into an app any more.",
  },
  app_access_exclusion_added: {
    type: "app_access.exclusion_added",
    description: "A user was kept out of an app.",
  },
  app_access_exclusion_removed: {
    type: "app_access.exclusion_removed",
    description: "A user is not kept out of an app any more.",
  },
  connector_changed: {
    type: "connector.changed",
    description: "A sign-in connector of an app was switched.",
  },
  connector_approval_changed: {
    type: "connector.approval_changed",
    description: "A sign-in connector was approved, or not any more.",
  },
  connector_approval_requested: {
    type: "connector.approval_requested",
    description: "An administrator asked for the approval of a sign-in connector.",
  },
  connector_approval_denied: {
    type: "connector.approval_denied",
    description: "A request for the approval of a sign-in connector was denied.",
  },
  identity_provider_created: {
    type: "identity_provider.created",
    description: "An identity provider was added.",
  },
  identity_provider_updated: {
    type: "identity_provider.updated",
    description: "An identity provider was changed or switched.",
  },
  identity_provider_deleted: {
    type: "identity_provider.deleted",
    description: "An identity provider was deleted, with its links.",
  },
  identity_provider_tested: {
    type: "identity_provider.tested",
    description: "An identity provider's connection was tried.",
  },
  session_policy_updated: { type: "policy.session_updated", description: "The session policy changed." },
  token_policy_updated: { type: "policy.token_updated", description: "The token policy changed." },
  act_as_settings_updated: { type: "policy.act_as_updated", description: "The act-as settings changed." },
  signin_options_updated: {
    type: "policy.signin_options_updated",
    description: "The sign-in options changed.",
  },
  risk_policy_updated: {
    type: "policy.risk_updated",
    description: "What follows from risky sign-ins changed.",
  },
});
