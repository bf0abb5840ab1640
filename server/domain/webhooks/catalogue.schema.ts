/*
 * The event catalogue: what webhook endpoints can subscribe to. Every event of the audit log is in it; the part before the
 * dot is the group, so that `user.*` takes all that happens to users. catalogue.schema.test.ts compares it with the operations.
 */

/** Each event of the audit log: its name for subscribers, and what it tells. */
const entries: Record<string, [type: string, description: string]> = {
  user_created: ["user.created", "A user was created."],
  user_updated: ["user.updated", "A user's name, address or other fields changed."],
  user_suspended: ["user.suspended", "A user was suspended; sessions and tokens ended."],
  user_reactivated: ["user.reactivated", "A suspended user was reactivated."],
  user_locked: ["user.locked", "A user was locked, by an administrator or after failed sign-ins."],
  user_unlocked: ["user.unlocked", "A user was unlocked."],
  user_fields_updated: ["user.fields_updated", "Values of a user's custom fields changed."],
  user_tagged: ["user.tagged", "A user got a relationship tag."],
  user_untagged: ["user.untagged", "A user lost a relationship tag."],
  signed_in: ["user.signed_in", "A user signed in."],
  signed_out: ["user.signed_out", "A user signed out."],
  sign_in_failed: ["user.sign_in_failed", "A sign-in failed."],
  sign_in_refused: [
    "session.refused",
    "The organization’s rules did not let somebody in who had proved who they are.",
  ],
  profile_updated: ["user.profile_updated", "A user changed their own profile."],
  factor_added: ["user.factor_added", "A user added a second factor."],
  factor_removed: ["user.factor_removed", "A user removed a second factor."],
  factor_code_requested: [
    "user.factor_code_requested",
    "A user asked to add codes by e-mail or text message; one was sent.",
  ],
  recovery_codes_made: ["user.recovery_codes_made", "A user made new recovery codes; the old ones ended."],
  own_data_exported: ["user.data_exported", "A user downloaded what is stored about them."],
  password_changed: ["user.password_changed", "A user changed their password."],
  password_reset_requested: [
    "user.password_reset_requested",
    "Somebody asked for a new password for a user; a link was sent.",
  ],
  password_reset: [
    "user.password_reset",
    "A user chose a new password with the link of a mail; their sessions and tokens ended.",
  ],
  email_verification_requested: [
    "user.email_verification_requested",
    "A user was sent a link that proves their address.",
  ],
  email_verified: ["user.email_verified", "A user proved their address."],
  email_change_requested: [
    "user.email_change_requested",
    "A user asked for another address; a link was sent there.",
  ],
  email_changed: ["user.email_changed", "A user took another address with the link of a mail."],
  phone_code_requested: [
    "user.phone_code_requested",
    "A user asked for another phone number; a code was sent there.",
  ],
  phone_changed: ["user.phone_changed", "A user took another phone number, or removed theirs."],
  user_notifications_chosen: [
    "user.notifications_chosen",
    "A user chose over which channels they are told of things.",
  ],
  saved_view_set: [
    "user.saved_view_set",
    "An administrator kept the filters of a list under a name, for themselves.",
  ],
  saved_view_removed: ["user.saved_view_removed", "An administrator removed a saved view of theirs."],
  session_revoked: ["session.revoked", "A session was ended."],
  sessions_revoked: ["session.all_revoked", "All sessions of a user were ended."],
  role_created: ["role.created", "A role was created."],
  role_updated: ["role.updated", "A role was changed."],
  role_deleted: ["role.deleted", "A role was deleted, with its grants."],
  role_granted: ["role.granted", "A role was granted."],
  role_revoked: ["role.revoked", "A role was taken away."],
  role_members_changed: ["role.members_changed", "An identity provider changed who holds a role."],
  scim_token_created: ["scim_token.created", "A SCIM token was created."],
  scim_token_revoked: ["scim_token.revoked", "A SCIM token was revoked."],
  app_role_created: ["app_role.created", "A role of an app was created."],
  app_role_updated: ["app_role.updated", "A role of an app was changed."],
  app_role_deleted: ["app_role.deleted", "A role of an app was deleted."],
  app_created: ["app.created", "An app was registered."],
  app_updated: ["app.updated", "An app was changed."],
  app_deleted: ["app.deleted", "An app was deleted; its tokens ended."],
  app_secret_rotated: ["app.secret_rotated", "An app got a new secret."],
  app_authorized: ["app.authorized", "A user authorized an app."],
  refresh_token_reused: ["app.refresh_token_reused", "A refresh token was used twice, and its tokens ended."],
  connected_app_withdrawn: ["app.authorization_withdrawn", "A user's authorization of an app was withdrawn."],
  app_access_changed: ["app_access.changed", "An app was restricted or opened."],
  app_access_user_granted: ["app_access.user_granted", "A user was put on an app's guest list."],
  app_access_user_revoked: ["app_access.user_revoked", "A user was taken off an app's guest list."],
  app_access_tag_granted: ["app_access.tag_granted", "Everyone with a tag was let into an app."],
  app_access_tag_revoked: ["app_access.tag_revoked", "A tag lets nobody into an app any more."],
  app_access_exclusion_added: ["app_access.exclusion_added", "A user was kept out of an app."],
  app_access_exclusion_removed: [
    "app_access.exclusion_removed",
    "A user is not kept out of an app any more.",
  ],
  connector_changed: ["connector.changed", "A sign-in connector of an app was switched."],
  connector_approval_changed: [
    "connector.approval_changed",
    "A sign-in connector was approved, or not any more.",
  ],
  connector_approval_requested: [
    "connector.approval_requested",
    "An administrator asked for the approval of a sign-in connector.",
  ],
  connector_approval_denied: [
    "connector.approval_denied",
    "A request for the approval of a sign-in connector was denied.",
  ],
  identity_provider_created: ["identity_provider.created", "An identity provider was added."],
  identity_provider_updated: ["identity_provider.updated", "An identity provider was changed or switched."],
  identity_provider_deleted: [
    "identity_provider.deleted",
    "An identity provider was deleted, with its links.",
  ],
  identity_provider_tested: ["identity_provider.tested", "An identity provider's connection was tried."],
  identity_linked: ["user.identity_linked", "A user was linked to an account at an identity provider."],
  identity_unlinked: ["user.identity_unlinked", "A user's account at an identity provider was unlinked."],
  admin_granted: ["admin.granted", "A user became an administrator, or changed their role."],
  admin_revoked: ["admin.revoked", "A user is no administrator any more."],
  invitation_created: ["invitation.created", "Someone was invited."],
  invitation_accepted: ["invitation.accepted", "An invitation was accepted; its user joined."],
  invitation_revoked: ["invitation.revoked", "An invitation was revoked."],
  invitation_settings_updated: ["invitation.settings_updated", "How long invitations are valid changed."],
  service_account_created: ["service_account.created", "A service account was created."],
  service_account_suspended: ["service_account.suspended", "A service account was suspended."],
  service_account_reactivated: ["service_account.reactivated", "A service account was reactivated."],
  service_account_removed: ["service_account.removed", "A service account was deleted."],
  credential_created: ["credential.created", "A management credential was created."],
  credential_rotated: ["credential.rotated", "A management credential got a new secret."],
  credential_revoked: ["credential.revoked", "A management credential was revoked."],
  credential_capabilities_changed: ["credential.capabilities_changed", "What a credential may do changed."],
  session_policy_updated: ["policy.session_updated", "The session policy changed."],
  token_policy_updated: ["policy.token_updated", "The token policy changed."],
  act_as_settings_updated: ["policy.act_as_updated", "The act-as settings changed."],
  signin_options_updated: ["policy.signin_options_updated", "The sign-in options changed."],
  geo_restriction_changed: ["rule.geo_restriction_changed", "The country restriction changed."],
  access_rule_created: ["rule.created", "An access rule was created."],
  access_rule_deleted: ["rule.deleted", "An access rule was deleted."],
  risk_policy_updated: ["policy.risk_updated", "What follows from risky sign-ins changed."],
  act_as_requested: ["act_as.requested", "An administrator asked to act as a user."],
  act_as_approved: ["act_as.approved", "A user agreed that an administrator acts as them."],
  act_as_denied: ["act_as.denied", "A user did not agree that an administrator acts as them."],
  act_as_link_made: ["act_as.link_made", "A one-time link to act as a user was made."],
  act_as_started: ["act_as.started", "An administrator began to act as a user."],
  act_as_ended: ["act_as.ended", "An administrator does not act as a user any more."],
  device_approved: ["device.approved", "A device was approved."],
  device_denied: ["device.denied", "A device was denied."],
  device_deleted: ["device.deleted", "A device was forgotten."],
  device_trust_revoked: ["device.trust_revoked", "A device is not trusted any more."],
  tag_created: ["tag.created", "A relationship tag was created."],
  tag_updated: ["tag.updated", "A relationship tag was changed."],
  tag_policy_changed: ["tag.policy_changed", "A policy of a tag changed."],
  tag_deleted: ["tag.deleted", "A relationship tag was deleted."],
  document_template_created: ["document.template_created", "A document template was created."],
  document_template_updated: [
    "document.template_updated",
    "A document template got another name, or its data is trusted, or not any more.",
  ],
  document_template_saved: ["document.template_saved", "A new version of a document template was saved."],
  document_template_restored: [
    "document.template_restored",
    "An old version of a document template was made the newest.",
  ],
  document_template_deleted: [
    "document.template_deleted",
    "A document template was deleted, with its versions.",
  ],
  document_asset_uploaded: ["document.asset_uploaded", "A picture for documents was uploaded."],
  document_asset_deleted: ["document.asset_deleted", "A picture for documents was deleted."],
  role_sync_source_created: ["role_sync.source_created", "A role sync source was created."],
  role_sync_source_updated: ["role_sync.source_updated", "A role sync source was changed or switched."],
  role_sync_source_deleted: ["role_sync.source_deleted", "A role sync source was deleted."],
  role_sync_completed: ["role_sync.completed", "A role sync ran and changed grants."],
  tenant_config_updated: ["organization.updated", "The organization's name or branding changed."],
  powered_by_updated: ["organization.powered_by_updated", "Where “powered by” shows changed."],
  notification_settings_updated: ["organization.notifications_updated", "The notification settings changed."],
  message_settings_updated: ["organization.messages_updated", "The language of messages changed."],
  custom_field_saved: ["custom_field.saved", "A custom field was created or changed."],
  custom_fields_ordered: ["custom_field.ordered", "The custom fields were put in another order."],
  custom_field_deleted: ["custom_field.deleted", "A custom field was deleted, with its values."],
  domain_set: ["domain.set", "A custom domain was set."],
  domain_verified: ["domain.verified", "The custom domain was verified."],
  domain_removed: ["domain.removed", "The custom domain was removed."],
  users_exported: ["data.users_exported", "A selection of users was exported as CSV."],
  user_import_uploaded: ["user_import.uploaded", "A file of users to import was uploaded."],
  user_import_started: ["user_import.started", "An import of users was started."],
  user_import_stopped: ["user_import.stopped", "An import of users was stopped."],
  user_import_finished: ["user_import.finished", "An import of users came to its end."],
  user_import_deleted: ["user_import.deleted", "An import of users was deleted, not the users."],
  bulk_job_started: ["bulk_job.started", "A step on many users was started, or resumed."],
  bulk_job_stopped: ["bulk_job.stopped", "A step on many users was stopped."],
  bulk_job_finished: ["bulk_job.finished", "A step on many users came to its end."],
  data_exported: ["data.exported", "The organization's data was exported."],
  audit_log_exported: ["audit_log.exported", "The audit log was exported."],
  audit_log_trimmed: ["audit_log.trimmed", "Retention removed old events from the audit log."],
  audit_chain_repaired: [
    "audit_log.chain_repaired",
    "An upgrade sealed events that no seal of the audit log covered.",
  ],
  audit_settings_updated: ["audit_log.settings_updated", "For how long the audit log is kept changed."],
  alert_acknowledged: ["alert.acknowledged", "A security alert was acknowledged."],
  mfa_reset_requested: ["mfa_reset.requested", "A user lost their second factor and asks for a new start."],
  mfa_reset_approved: ["mfa_reset.approved", "An MFA reset was approved."],
  mfa_reset_denied: ["mfa_reset.denied", "An MFA reset was denied."],
  webhook_created: ["webhook.created", "A webhook endpoint was created."],
  webhook_updated: ["webhook.updated", "A webhook endpoint was changed."],
  webhook_deleted: ["webhook.deleted", "A webhook endpoint was deleted."],
  webhook_secret_rotated: ["webhook.secret_rotated", "A webhook endpoint got a new secret."],
  webhook_deliveries_replayed: ["webhook.replayed", "Deliveries were sent again."],
  webhook_tested: ["webhook.tested", "A test event was sent."],
  webhook_disabled: ["webhook.disabled", "A webhook endpoint was disabled after days of failure."],
};

export interface EventType {
  type: string;
  description: string;
  /** The event part of the audit log's actions. */
  event: string;
}

export const eventTypes: EventType[] = Object.entries(entries)
  .map(([event, [type, description]]) => ({ type, description, event }))
  .sort((one, other) => (one.type < other.type ? -1 : 1));

/** What a test event is called; nothing else sends it. */
export const TEST_EVENT = "webhook.test";

/** The type of an event of the audit log; one that the catalogue does not know goes by its own name. */
export const typeOfEvent = (event: string) => entries[event]?.[0] ?? event;

const known = new Set(eventTypes.map(({ type }) => type));
const groups = new Set(eventTypes.map(({ type }) => type.slice(0, type.indexOf("."))));

/** The first name in a subscription that the catalogue does not have, or null. `*` takes everything. */
export function unknownEvent(events: string): string | null {
  const names = events.split(",").map((name) => name.trim());
  const isKnown = (name: string) =>
    known.has(name) ||
    (name.endsWith(".*") && groups.has(name.slice(0, -2))) ||
    (name === "*" && names.length === 1);
  return names.find((name) => !isKnown(name)) ?? null;
}

/** Whether a subscription takes an event of this type. */
export const subscribes = (events: string, type: string) =>
  events
    .split(",")
    .some(
      (name) =>
        name.trim() === "*" ||
        name.trim() === type ||
        name.trim() === `${type.slice(0, type.indexOf("."))}.*`,
    );
