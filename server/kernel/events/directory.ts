import { defineEvents } from "./define";

/** Events of roles, administrators, credentials, tags and fields. */
export const directoryEvents = defineEvents({
  role_created: { type: "role.created", description: "A role was created." },
  role_updated: { type: "role.updated", description: "A role was changed." },
  role_deleted: { type: "role.deleted", description: "A role was deleted, with its grants." },
  role_granted: { type: "role.granted", description: "A role was granted." },
  role_revoked: { type: "role.revoked", description: "A role was taken away." },
  role_members_changed: {
    type: "role.members_changed",
    description: "An identity provider changed who holds a role.",
  },
  scim_token_created: { type: "scim_token.created", description: "A SCIM token was created." },
  scim_token_revoked: { type: "scim_token.revoked", description: "A SCIM token was revoked." },
  app_role_created: { type: "app_role.created", description: "A role of an app was created." },
  app_role_updated: { type: "app_role.updated", description: "A role of an app was changed." },
  app_role_deleted: { type: "app_role.deleted", description: "A role of an app was deleted." },
  admin_granted: {
    type: "admin.granted",
    description: "A user became an administrator, or changed their role.",
  },
  admin_revoked: { type: "admin.revoked", description: "A user is no administrator any more." },
  invitation_created: { type: "invitation.created", description: "Someone was invited." },
  invitation_accepted: {
    type: "invitation.accepted",
    description: "An invitation was accepted; its user joined.",
  },
  invitation_revoked: { type: "invitation.revoked", description: "An invitation was revoked." },
  invitation_settings_updated: {
    type: "invitation.settings_updated",
    description: "How long invitations are valid changed.",
  },
  service_account_created: { type: "service_account.created", description: "A service account was created." },
  service_account_suspended: {
    type: "service_account.suspended",
    description: "A service account was suspended.",
  },
  service_account_reactivated: {
    type: "service_account.reactivated",
    description: "A service account was reactivated.",
  },
  service_account_removed: { type: "service_account.removed", description: "A service account was deleted." },
  credential_created: { type: "credential.created", description: "A management credential was created." },
  credential_rotated: {
    type: "credential.rotated",
    description: "A management credential got a new secret.",
  },
  credential_revoked: { type: "credential.revoked", description: "A management credential was revoked." },
  credential_capabilities_changed: {
    type: "credential.capabilities_changed",
    description: "What a credential may do changed.",
  },
  tag_created: { type: "tag.created", description: "A relationship tag was created." },
  tag_updated: { type: "tag.updated", description: "A relationship tag was changed." },
  tag_policy_changed: { type: "tag.policy_changed", description: "A policy of a tag changed." },
  tag_deleted: { type: "tag.deleted", description: "A relationship tag was deleted." },
  role_sync_source_created: {
    type: "role_sync.source_created",
    description: "A role sync source was created.",
  },
  role_sync_source_updated: {
    type: "role_sync.source_updated",
    description: "A role sync source was changed or switched.",
  },
  role_sync_source_deleted: {
    type: "role_sync.source_deleted",
    description: "A role sync source was deleted.",
  },
  role_sync_completed: { type: "role_sync.completed", description: "A role sync ran and changed grants." },
  custom_field_saved: { type: "custom_field.saved", description: "A custom field was created or changed." },
  custom_fields_ordered: {
    type: "custom_field.ordered",
    description: "The custom fields were put in another order.",
  },
  custom_field_deleted: {
    type: "custom_field.deleted",
    description: "A custom field was deleted, with its values.",
  },
  user_import_uploaded: {
    type: "user_import.uploaded",
    description: "A file of users to import was uploaded.",
  },
  user_import_started: { type: "user_import.started", description: "An import of users was started." },
  user_import_stopped: { type: "user_import.stopped", description: "An import of users was stopped." },
  user_import_finished: { type: "user_import.finished", description: "An import of users came to its end." },
  user_import_deleted: {
    type: "user_import.deleted",
    description: "An import of users was deleted, not the users.",
  },
  bulk_job_started: {
    type: "bulk_job.started",
    description: "A step on many users was started, or resumed.",
  },
  bulk_job_stopped: { type: "bulk_job.stopped", description: "A step on many users was stopped." },
  bulk_job_finished: { type: "bulk_job.finished", description: "A step on many users came to its end." },
});
