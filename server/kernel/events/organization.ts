import { defineEvents } from "./define";

/** Events of an organization's settings, documents, log and webhooks. */
export const organizationEvents = defineEvents({
  geo_restriction_changed: {
    type: "rule.geo_restriction_changed",
    description: "The country restriction changed.",
  },
  access_rule_created: { type: "rule.created", description: "An access rule was created." },
  access_rule_deleted: { type: "rule.deleted", description: "An access rule was deleted." },
  act_as_requested: { type: "act_as.requested", description: "An administrator asked to act as a user." },
  act_as_approved: {
    type: "act_as.approved",
    description: "A user agreed that an administrator acts as them.",
  },
  act_as_denied: {
    type: "act_as.denied",
    description: "A user did not agree that an administrator acts as them.",
  },
  act_as_link_made: { type: "act_as.link_made", description: "A one-time link to act as a user was made." },
  act_as_started: { type: "act_as.started", description: "An administrator began to act as a user." },
  act_as_ended: { type: "act_as.ended", description: "An administrator does not act as a user any more." },
  device_approved: { type: "device.approved", description: "A device was approved." },
  device_denied: { type: "device.denied", description: "A device was denied." },
  device_deleted: { type: "device.deleted", description: "A device was forgotten." },
  device_trust_revoked: { type: "device.trust_revoked", description: "A device is not trusted any more." },
  document_template_created: {
    type: "document.template_created",
    description: "A document template was created.",
  },
  document_template_updated: {
    type: "document.template_updated",
    description: "A document template got another name, or its data is trusted, or not any more.",
  },
  document_template_saved: {
    type: "document.template_saved",
    description: "A new version of a document template was saved.",
  },
  document_template_restored: {
    type: "document.template_restored",
    description: "An old version of a document template was made the newest.",
  },
  document_template_deleted: {
    type: "document.template_deleted",
    description: "A document template was deleted, with its versions.",
  },
  document_asset_uploaded: {
    type: "document.asset_uploaded",
    description: "A picture for documents was uploaded.",
  },
  document_asset_deleted: {
    type: "document.asset_deleted",
    description: "A picture for documents was deleted.",
  },
  tenant_config_updated: {
    type: "organization.updated",
    description: "The organization's name or branding changed.",
  },
  powered_by_updated: {
    type: "organization.powered_by_updated",
    description: "Where “powered by” shows changed.",
  },
  notification_settings_updated: {
    type: "organization.notifications_updated",
    description: "The notification settings changed.",
  },
  message_settings_updated: {
    type: "organization.messages_updated",
    description: "The language of messages changed.",
  },
  domain_set: { type: "domain.set", description: "A custom domain was set." },
  domain_verified: { type: "domain.verified", description: "The custom domain was verified." },
  domain_verification_failed: { type: null, description: "A domain's DNS record was not found." },
  domain_removed: { type: "domain.removed", description: "The custom domain was removed." },
  users_exported: { type: "data.users_exported", description: "A selection of users was exported as CSV." },
  data_exported: { type: "data.exported", description: "The organization's data was exported." },
  audit_log_exported: { type: "audit_log.exported", description: "The audit log was exported." },
  audit_log_trimmed: {
    type: "audit_log.trimmed",
    description: "Retention removed old events from the audit log.",
  },
  audit_chain_repaired: {
    type: "audit_log.chain_repaired",
    description: "An upgrade sealed events that no seal of the audit log covered.",
  },
  audit_settings_updated: {
    type: "audit_log.settings_updated",
    description: "For how long the audit log is kept changed.",
  },
  alert_acknowledged: { type: "alert.acknowledged", description: "A security alert was acknowledged." },
  mfa_reset_requested: {
    type: "mfa_reset.requested",
    description: "A user lost their second factor and asks for a new start.",
  },
  mfa_reset_approved: { type: "mfa_reset.approved", description: "An MFA reset was approved." },
  mfa_reset_denied: { type: "mfa_reset.denied", description: "An MFA reset was denied." },
  webhook_created: { type: "webhook.created", description: "A webhook endpoint was created." },
  webhook_updated: { type: "webhook.updated", description: "A webhook endpoint was changed." },
  webhook_deleted: { type: "webhook.deleted", description: "A webhook endpoint was deleted." },
  webhook_secret_rotated: {
    type: "webhook.secret_rotated",
    description: "A webhook endpoint got a new secret.",
  },
  webhook_deliveries_replayed: { type: "webhook.replayed", description: "Deliveries were sent again." },
  webhook_tested: { type: "webhook.tested", description: "A test event was sent." },
  webhook_disabled: {
    type: "webhook.disabled",
    description: "A webhook endpoint was disabled after days of failure.",
  },
});
