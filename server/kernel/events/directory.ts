import { defineEvents } from "./define";

/** Events of roles, credentials, tags, fields and role sync. */
export const directoryEvents = defineEvents({
  role_created: {
    type: "role.created",
    target: "role",
    en: { label: "Role created", description: "A role was created." },
    de: { label: "Rolle angelegt", description: "Eine Rolle wurde angelegt." },
  },
  role_updated: {
    type: "role.updated",
    target: "role",
    en: { label: "Role updated", description: "A role was changed." },
    de: { label: "Rolle geändert", description: "Eine Rolle wurde geändert." },
  },
  role_deleted: {
    type: "role.deleted",
    target: "role",
    en: { label: "Role deleted", description: "A role was deleted, with its grants." },
    de: { label: "Rolle gelöscht", description: "Eine Rolle wurde mit ihren Zuweisungen gelöscht." },
  },
  role_granted: {
    type: "role.granted",
    target: "user",
    en: { label: "Role granted", description: "A role was granted." },
    de: { label: "Rolle zugewiesen", description: "Eine Rolle wurde zugewiesen." },
  },
  role_revoked: {
    type: "role.revoked",
    target: "user",
    en: { label: "Role revoked", description: "A role was taken away." },
    de: { label: "Rolle entzogen", description: "Eine Rolle wurde entzogen." },
  },
  role_members_changed: {
    type: "role.members_changed",
    target: "role",
    en: { label: "Role members changed", description: "An identity provider changed who holds a role." },
    de: {
      label: "Mitglieder der Rolle geändert",
      description: "Ein Identitätsanbieter hat geändert, wer eine Rolle hat.",
    },
  },
  scim_token_created: {
    type: "scim_token.created",
    target: "scim_token",
    en: { label: "SCIM token created", description: "A SCIM token was created." },
    de: { label: "SCIM-Token angelegt", description: "Ein SCIM-Token wurde angelegt." },
  },
  scim_token_revoked: {
    type: "scim_token.revoked",
    target: "scim_token",
    en: { label: "SCIM token revoked", description: "A SCIM token was revoked." },
    de: { label: "SCIM-Token widerrufen", description: "Ein SCIM-Token wurde widerrufen." },
  },
  app_role_created: {
    type: "app_role.created",
    target: "role",
    en: { label: "App role created", description: "A role of an app was created." },
    de: { label: "App-Rolle angelegt", description: "Eine Rolle einer App wurde angelegt." },
  },
  app_role_updated: {
    type: "app_role.updated",
    target: "role",
    en: { label: "App role updated", description: "A role of an app was changed." },
    de: { label: "App-Rolle geändert", description: "Eine Rolle einer App wurde geändert." },
  },
  app_role_deleted: {
    type: "app_role.deleted",
    target: "role",
    en: { label: "App role deleted", description: "A role of an app was deleted." },
    de: { label: "App-Rolle gelöscht", description: "Eine Rolle einer App wurde gelöscht." },
  },
  credential_created: {
    type: "credential.created",
    target: "credential",
    en: { label: "Credential created", description: "A management credential was created." },
    de: { label: "Zugangsdaten angelegt", description: "Zugangsdaten für die Verwaltung wurden angelegt." },
  },
  credential_rotated: {
    type: "credential.rotated",
    target: "credential",
    en: { label: "Credential rotated", description: "A management credential got a new secret." },
    de: {
      label: "Zugangsdaten erneuert",
      description: "Zugangsdaten für die Verwaltung haben ein neues Secret erhalten.",
    },
  },
  credential_revoked: {
    type: "credential.revoked",
    target: "credential",
    en: { label: "Credential revoked", description: "A management credential was revoked." },
    de: {
      label: "Zugangsdaten widerrufen",
      description: "Zugangsdaten für die Verwaltung wurden widerrufen.",
    },
  },
  credential_capabilities_changed: {
    type: "credential.capabilities_changed",
    target: "credential",
    en: { label: "Credential capabilities changed", description: "What a credential may do changed." },
    de: {
      label: "Berechtigungen von Zugangsdaten geändert",
      description: "Die Berechtigungen von Zugangsdaten wurden geändert.",
    },
  },
  tag_created: {
    type: "tag.created",
    target: "tag",
    en: { label: "Tag created", description: "A relationship tag was created." },
    de: { label: "Tag angelegt", description: "Ein Tag wurde angelegt." },
  },
  tag_updated: {
    type: "tag.updated",
    target: "tag",
    en: { label: "Tag updated", description: "A relationship tag was changed." },
    de: { label: "Tag geändert", description: "Ein Tag wurde geändert." },
  },
  tag_policy_changed: {
    type: "tag.policy_changed",
    target: "tag",
    en: { label: "Tag policy changed", description: "A policy of a tag changed." },
    de: { label: "Richtlinie des Tags geändert", description: "Eine Richtlinie eines Tags wurde geändert." },
  },
  tag_deleted: {
    type: "tag.deleted",
    target: "tag",
    en: { label: "Tag deleted", description: "A relationship tag was deleted." },
    de: { label: "Tag gelöscht", description: "Ein Tag wurde gelöscht." },
  },
  role_sync_source_created: {
    type: "role_sync.source_created",
    target: "source",
    en: { label: "Role sync source created", description: "A role sync source was created." },
    de: {
      label: "Quelle des Rollenabgleichs angelegt",
      description: "Eine Quelle des Rollenabgleichs wurde angelegt.",
    },
  },
  role_sync_source_updated: {
    type: "role_sync.source_updated",
    target: "source",
    en: { label: "Role sync source updated", description: "A role sync source was changed or switched." },
    de: {
      label: "Quelle des Rollenabgleichs geändert",
      description: "Eine Quelle des Rollenabgleichs wurde geändert oder ein- oder ausgeschaltet.",
    },
  },
  role_sync_source_deleted: {
    type: "role_sync.source_deleted",
    target: "source",
    en: { label: "Role sync source deleted", description: "A role sync source was deleted." },
    de: {
      label: "Quelle des Rollenabgleichs gelöscht",
      description: "Eine Quelle des Rollenabgleichs wurde gelöscht.",
    },
  },
  role_sync_completed: {
    type: "role_sync.completed",
    target: "source",
    en: { label: "Role sync completed", description: "A role sync ran and changed grants." },
    de: {
      label: "Rollenabgleich abgeschlossen",
      description: "Ein Rollenabgleich ist gelaufen und hat Zuweisungen geändert.",
    },
  },
  custom_field_saved: {
    type: "custom_field.saved",
    target: "field",
    en: { label: "Custom field saved", description: "A custom field was created or changed." },
    de: { label: "Zusatzfeld gespeichert", description: "Ein Zusatzfeld wurde angelegt oder geändert." },
  },
  custom_fields_ordered: {
    type: "custom_field.ordered",
    target: "setting",
    en: { label: "Custom fields ordered", description: "The custom fields were put in another order." },
    de: { label: "Zusatzfelder neu geordnet", description: "Die Zusatzfelder wurden anders geordnet." },
  },
  custom_field_deleted: {
    type: "custom_field.deleted",
    target: "field",
    en: { label: "Custom field deleted", description: "A custom field was deleted, with its values." },
    de: { label: "Zusatzfeld gelöscht", description: "Ein Zusatzfeld wurde mit seinen Werten gelöscht." },
  },
});
