import { defineEvents } from "./define";

/** Events of users, administrators, invitations, service accounts and operations on many users. */
export const peopleEvents = defineEvents({
  user_created: {
    type: "user.created",
    target: "user",
    en: { label: "User created", description: "A user was created." },
    de: { label: "Benutzer angelegt", description: "Ein Benutzer wurde angelegt." },
  },
  user_updated: {
    type: "user.updated",
    target: "user",
    en: { label: "User updated", description: "A user's name, address or other fields changed." },
    de: {
      label: "Benutzer geändert",
      description: "Name, Adresse oder andere Felder eines Benutzers wurden geändert.",
    },
  },
  user_suspended: {
    type: "user.suspended",
    target: "user",
    en: { label: "User suspended", description: "A user was suspended; sessions and tokens ended." },
    de: {
      label: "Benutzer gesperrt",
      description: "Ein Benutzer wurde gesperrt; Sitzungen und Token endeten.",
    },
  },
  user_reactivated: {
    type: "user.reactivated",
    target: "user",
    en: { label: "User reactivated", description: "A suspended user was reactivated." },
    de: { label: "Benutzer entsperrt", description: "Ein gesperrter Benutzer wurde entsperrt." },
  },
  user_locked: {
    type: "user.locked",
    target: "user",
    en: {
      label: "User locked",
      description: "A user was locked, by an administrator or after failed sign-ins.",
    },
    de: {
      label: "Anmeldung gesperrt",
      description:
        "Die Anmeldung eines Benutzers wurde gesperrt, von einem Administrator oder nach fehlgeschlagenen Anmeldungen.",
    },
  },
  user_unlocked: {
    type: "user.unlocked",
    target: "user",
    en: { label: "User unlocked", description: "A user was unlocked." },
    de: {
      label: "Anmeldung freigegeben",
      description: "Die Anmeldung eines Benutzers wurde wieder freigegeben.",
    },
  },
  user_fields_updated: {
    type: "user.fields_updated",
    target: "user",
    en: { label: "User fields updated", description: "Values of a user's custom fields changed." },
    de: {
      label: "Zusatzfelder des Benutzers geändert",
      description: "Werte in Zusatzfeldern eines Benutzers wurden geändert.",
    },
  },
  user_tagged: {
    type: "user.tagged",
    target: "user",
    en: { label: "User tagged", description: "A user got a relationship tag." },
    de: { label: "Tag vergeben", description: "Ein Benutzer hat ein Tag erhalten." },
  },
  user_untagged: {
    type: "user.untagged",
    target: "user",
    en: { label: "User untagged", description: "A user lost a relationship tag." },
    de: { label: "Tag entzogen", description: "Ein Benutzer hat ein Tag verloren." },
  },
  admin_granted: {
    type: "admin.granted",
    target: "user",
    en: { label: "Admin granted", description: "A user became an administrator, or changed their role." },
    de: {
      label: "Administratorrolle zugewiesen",
      description: "Ein Benutzer wurde Administrator oder hat als solcher eine andere Rolle.",
    },
  },
  admin_revoked: {
    type: "admin.revoked",
    target: "user",
    en: { label: "Admin revoked", description: "A user is no administrator any more." },
    de: { label: "Administratorrolle entzogen", description: "Ein Benutzer ist kein Administrator mehr." },
  },
  invitation_created: {
    type: "invitation.created",
    target: "invitation",
    en: { label: "Invitation created", description: "Someone was invited." },
    de: { label: "Einladung angelegt", description: "Jemand wurde eingeladen." },
  },
  invitation_accepted: {
    type: "invitation.accepted",
    target: "invitation",
    en: { label: "Invitation accepted", description: "An invitation was accepted; its user joined." },
    de: {
      label: "Einladung angenommen",
      description: "Eine Einladung wurde angenommen; der Benutzer ist beigetreten.",
    },
  },
  invitation_revoked: {
    type: "invitation.revoked",
    target: "invitation",
    en: { label: "Invitation revoked", description: "An invitation was revoked." },
    de: { label: "Einladung widerrufen", description: "Eine Einladung wurde widerrufen." },
  },
  invitation_settings_updated: {
    type: "invitation.settings_updated",
    target: "setting",
    en: { label: "Invitation settings updated", description: "How long invitations are valid changed." },
    de: {
      label: "Einstellungen für Einladungen geändert",
      description: "Die Gültigkeitsdauer von Einladungen wurde geändert.",
    },
  },
  service_account_created: {
    type: "service_account.created",
    target: "user",
    en: { label: "Service account created", description: "A service account was created." },
    de: { label: "Dienstkonto angelegt", description: "Ein Dienstkonto wurde angelegt." },
  },
  service_account_suspended: {
    type: "service_account.suspended",
    target: "user",
    en: { label: "Service account suspended", description: "A service account was suspended." },
    de: { label: "Dienstkonto gesperrt", description: "Ein Dienstkonto wurde gesperrt." },
  },
  service_account_reactivated: {
    type: "service_account.reactivated",
    target: "user",
    en: { label: "Service account reactivated", description: "A service account was reactivated." },
    de: { label: "Dienstkonto entsperrt", description: "Ein Dienstkonto wurde entsperrt." },
  },
  service_account_removed: {
    type: "service_account.removed",
    target: "user",
    en: { label: "Service account removed", description: "A service account was deleted." },
    de: { label: "Dienstkonto gelöscht", description: "Ein Dienstkonto wurde gelöscht." },
  },
  user_import_uploaded: {
    type: "user_import.uploaded",
    target: "user_import",
    en: { label: "User import uploaded", description: "A file of users to import was uploaded." },
    de: {
      label: "Benutzerimport hochgeladen",
      description: "Eine Datei mit zu importierenden Benutzern wurde hochgeladen.",
    },
  },
  user_import_started: {
    type: "user_import.started",
    target: "user_import",
    en: { label: "User import started", description: "An import of users was started." },
    de: { label: "Benutzerimport gestartet", description: "Ein Import von Benutzern wurde gestartet." },
  },
  user_import_stopped: {
    type: "user_import.stopped",
    target: "user_import",
    en: { label: "User import stopped", description: "An import of users was stopped." },
    de: { label: "Benutzerimport angehalten", description: "Ein Import von Benutzern wurde angehalten." },
  },
  user_import_finished: {
    type: "user_import.finished",
    target: "user_import",
    en: { label: "User import finished", description: "An import of users came to its end." },
    de: { label: "Benutzerimport abgeschlossen", description: "Ein Import von Benutzern ist abgeschlossen." },
  },
  user_import_deleted: {
    type: "user_import.deleted",
    target: "user_import",
    en: { label: "User import deleted", description: "An import of users was deleted, not the users." },
    de: {
      label: "Benutzerimport gelöscht",
      description: "Ein Import von Benutzern wurde gelöscht, nicht die Benutzer.",
    },
  },
  bulk_job_started: {
    type: "bulk_job.started",
    target: "bulk_job",
    en: { label: "Bulk job started", description: "A step on many users was started, or resumed." },
    de: {
      label: "Sammelaktion für Benutzer gestartet",
      description: "Eine Sammelaktion für Benutzer wurde gestartet oder fortgesetzt.",
    },
  },
  bulk_job_stopped: {
    type: "bulk_job.stopped",
    target: "bulk_job",
    en: { label: "Bulk job stopped", description: "A step on many users was stopped." },
    de: {
      label: "Sammelaktion für Benutzer angehalten",
      description: "Eine Sammelaktion für Benutzer wurde angehalten.",
    },
  },
  bulk_job_finished: {
    type: "bulk_job.finished",
    target: "bulk_job",
    en: { label: "Bulk job finished", description: "A step on many users came to its end." },
    de: {
      label: "Sammelaktion für Benutzer abgeschlossen",
      description: "Eine Sammelaktion für Benutzer wurde abgeschlossen.",
    },
  },
});
