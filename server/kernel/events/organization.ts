import { defineEvents } from "./define";

/** Events of an organization's settings, documents, log and webhooks. */
export const organizationEvents = defineEvents({
  organization_archived: {
    type: null,
    target: "tenant",
    en: {
      label: "Organization archived",
      description:
        "An encrypted archive of the organization was created, with its password hashes and secrets.",
    },
    de: {
      label: "Organisation archiviert",
      description:
        "Ein verschlüsseltes Archiv der Organisation wurde angelegt, samt Hashes der Passwörter und Geheimnissen.",
    },
  },
  organization_restored: {
    type: null,
    target: "tenant",
    en: { label: "Organization restored", description: "The organization was restored from an archive." },
    de: {
      label: "Organisation wiederhergestellt",
      description: "Die Organisation wurde aus einem Archiv wiederhergestellt.",
    },
  },
  document_template_created: {
    type: "document.template_created",
    target: "document_template",
    en: { label: "Document template created", description: "A document template was created." },
    de: { label: "Dokumentvorlage angelegt", description: "Eine Dokumentvorlage wurde angelegt." },
  },
  document_template_updated: {
    type: "document.template_updated",
    target: "document_template",
    en: {
      label: "Document template updated",
      description: "A document template got another name, or its data is trusted, or not any more.",
    },
    de: {
      label: "Dokumentvorlage geändert",
      description:
        "Eine Dokumentvorlage hat einen anderen Namen, oder ihren Daten wird vertraut oder nicht mehr vertraut.",
    },
  },
  document_template_saved: {
    type: "document.template_saved",
    target: "document_template",
    en: { label: "Document template saved", description: "A new version of a document template was saved." },
    de: {
      label: "Dokumentvorlage gespeichert",
      description: "Eine neue Version einer Dokumentvorlage wurde gespeichert.",
    },
  },
  document_template_restored: {
    type: "document.template_restored",
    target: "document_template",
    en: {
      label: "Document template restored",
      description: "An old version of a document template was made the newest.",
    },
    de: {
      label: "Dokumentvorlage wiederhergestellt",
      description: "Eine alte Version einer Dokumentvorlage wurde zur neuesten gemacht.",
    },
  },
  document_template_deleted: {
    type: "document.template_deleted",
    target: "document_template",
    en: {
      label: "Document template deleted",
      description: "A document template was deleted, with its versions.",
    },
    de: {
      label: "Dokumentvorlage gelöscht",
      description: "Eine Dokumentvorlage wurde mit ihren Versionen gelöscht.",
    },
  },
  document_asset_uploaded: {
    type: "document.asset_uploaded",
    target: "document_asset",
    en: { label: "Document asset uploaded", description: "A picture for documents was uploaded." },
    de: { label: "Bild für Dokumente hochgeladen", description: "Ein Bild für Dokumente wurde hochgeladen." },
  },
  document_asset_deleted: {
    type: "document.asset_deleted",
    target: "document_asset",
    en: { label: "Document asset deleted", description: "A picture for documents was deleted." },
    de: { label: "Bild für Dokumente gelöscht", description: "Ein Bild für Dokumente wurde gelöscht." },
  },
  tenant_config_updated: {
    type: "organization.updated",
    target: "setting",
    en: { label: "Tenant config updated", description: "The organization's name or branding changed." },
    de: {
      label: "Organisation geändert",
      description: "Name oder Erscheinungsbild der Organisation wurden geändert.",
    },
  },
  powered_by_updated: {
    type: "organization.powered_by_updated",
    target: "setting",
    en: { label: "Powered by updated", description: "Where “powered by” shows changed." },
    de: { label: "„Powered by“ geändert", description: "Es wurde geändert, wo „Powered by“ zu sehen ist." },
  },
  notification_settings_updated: {
    type: "organization.notifications_updated",
    target: "setting",
    en: { label: "Notification settings updated", description: "The notification settings changed." },
    de: {
      label: "Benachrichtigungseinstellungen geändert",
      description: "Die Benachrichtigungseinstellungen wurden geändert.",
    },
  },
  message_settings_updated: {
    type: "organization.messages_updated",
    target: "setting",
    en: { label: "Message settings updated", description: "The language of messages changed." },
    de: {
      label: "Sprache der Nachrichten geändert",
      description: "Die Sprache der Nachrichten wurde geändert.",
    },
  },
  domain_set: {
    type: "domain.set",
    target: "domain",
    en: { label: "Domain set", description: "A custom domain was set." },
    de: { label: "Domain festgelegt", description: "Eine eigene Domain wurde festgelegt." },
  },
  domain_verified: {
    type: "domain.verified",
    target: "domain",
    en: { label: "Domain verified", description: "The custom domain was verified." },
    de: { label: "Domain bestätigt", description: "Die eigene Domain wurde bestätigt." },
  },
  domain_verification_failed: {
    type: null,
    target: "domain",
    en: { label: "Domain verification failed", description: "A domain's DNS record was not found." },
    de: {
      label: "Domain nicht bestätigt",
      description: "Der DNS-Eintrag einer Domain wurde nicht gefunden.",
    },
  },
  domain_removed: {
    type: "domain.removed",
    target: "domain",
    en: { label: "Domain removed", description: "The custom domain was removed." },
    de: { label: "Domain entfernt", description: "Die eigene Domain wurde entfernt." },
  },
  users_exported: {
    type: "data.users_exported",
    target: "setting",
    en: { label: "Users exported", description: "A selection of users was exported as CSV." },
    de: { label: "Benutzer exportiert", description: "Eine Auswahl von Benutzern wurde als CSV exportiert." },
  },
  data_exported: {
    type: "data.exported",
    target: "setting",
    en: { label: "Data exported", description: "The organization's data was exported." },
    de: { label: "Daten exportiert", description: "Die Daten der Organisation wurden exportiert." },
  },
  audit_log_exported: {
    type: "audit_log.exported",
    target: "setting",
    en: { label: "Audit log exported", description: "The audit log was exported." },
    de: { label: "Protokoll exportiert", description: "Das Protokoll wurde exportiert." },
  },
  audit_log_trimmed: {
    type: "audit_log.trimmed",
    target: "setting",
    en: { label: "Audit log trimmed", description: "Retention removed old events from the audit log." },
    de: {
      label: "Alte Ereignisse aus dem Protokoll entfernt",
      description: "Nach Ablauf der Aufbewahrungsfrist wurden alte Ereignisse aus dem Protokoll entfernt.",
    },
  },
  audit_chain_repaired: {
    type: "audit_log.chain_repaired",
    target: "setting",
    en: {
      label: "Audit chain repaired",
      description: "An upgrade sealed events that no seal of the audit log covered.",
    },
    de: {
      label: "Protokollkette repariert",
      description: "Eine Aktualisierung hat Ereignisse versiegelt, die kein Siegel des Protokolls abdeckte.",
    },
  },
  audit_settings_updated: {
    type: "audit_log.settings_updated",
    target: "setting",
    en: { label: "Audit settings updated", description: "For how long the audit log is kept changed." },
    de: {
      label: "Aufbewahrung des Protokolls geändert",
      description: "Die Aufbewahrungsfrist des Protokolls wurde geändert.",
    },
  },
  webhook_created: {
    type: "webhook.created",
    target: "webhook",
    en: { label: "Webhook created", description: "A webhook endpoint was created." },
    de: { label: "Webhook angelegt", description: "Ein Webhook-Endpunkt wurde angelegt." },
  },
  webhook_updated: {
    type: "webhook.updated",
    target: "webhook",
    en: { label: "Webhook updated", description: "A webhook endpoint was changed." },
    de: { label: "Webhook geändert", description: "Ein Webhook-Endpunkt wurde geändert." },
  },
  webhook_deleted: {
    type: "webhook.deleted",
    target: "webhook",
    en: { label: "Webhook deleted", description: "A webhook endpoint was deleted." },
    de: { label: "Webhook gelöscht", description: "Ein Webhook-Endpunkt wurde gelöscht." },
  },
  webhook_secret_rotated: {
    type: "webhook.secret_rotated",
    target: "webhook",
    en: {
      label: "Webhook secret rotated",
      description: "A webhook endpoint got a new secret; the old one works for 24 more hours.",
    },
    de: {
      label: "Secret des Webhooks erneuert",
      description: "Ein Webhook-Endpunkt hat ein neues Secret erhalten; das alte gilt noch 24 Stunden.",
    },
  },
  webhook_secret_removed: {
    type: "webhook.secret_removed",
    target: "webhook",
    en: { label: "Webhook secret removed", description: "The old secret of a webhook endpoint was removed." },
    de: {
      label: "Secret des Webhooks entfernt",
      description: "Das alte Secret eines Webhook-Endpunkts wurde entfernt.",
    },
  },
  webhook_deliveries_replayed: {
    type: "webhook.replayed",
    target: "webhook",
    en: { label: "Webhook deliveries replayed", description: "Deliveries were sent again." },
    de: {
      label: "Webhook-Zustellungen wiederholt",
      description: "Zustellungen wurden noch einmal gesendet.",
    },
  },
  webhook_tested: {
    type: "webhook.tested",
    target: "webhook",
    en: { label: "Webhook tested", description: "A test event was sent." },
    de: { label: "Webhook getestet", description: "Ein Testereignis wurde gesendet." },
  },
  webhook_disabled: {
    type: "webhook.disabled",
    target: "webhook",
    en: { label: "Webhook disabled", description: "A webhook endpoint was disabled after days of failure." },
    de: {
      label: "Webhook ausgeschaltet",
      description: "Ein Webhook-Endpunkt wurde nach Tagen voller Fehler ausgeschaltet.",
    },
  },
});
