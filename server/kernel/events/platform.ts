import { defineEvents } from "./define";

/** Events of the platform: organizations, platform administrators and settings. No organization's webhook receives them. */
export const platformEvents = defineEvents({
  tenant_created: {
    type: null,
    target: "tenant",
    en: { label: "Tenant created", description: "An organization was created." },
    de: { label: "Organisation angelegt", description: "Eine Organisation wurde angelegt." },
  },
  tenant_search: {
    type: null,
    target: "search",
    en: { label: "Tenant search", description: "Organizations were searched." },
    de: { label: "Organisationen durchsucht", description: "Nach Organisationen wurde gesucht." },
  },
  tenant_status_changed: {
    type: null,
    target: "tenant",
    en: { label: "Tenant status changed", description: "An organization was suspended or reactivated." },
    de: {
      label: "Status der Organisation geändert",
      description: "Eine Organisation wurde gesperrt oder entsperrt.",
    },
  },
  settings_updated: {
    type: null,
    target: "setting",
    en: { label: "Settings updated", description: "The platform's settings were changed." },
    de: { label: "Einstellungen geändert", description: "Die Einstellungen der Plattform wurden geändert." },
  },
  signing_key_rotated: {
    type: null,
    target: "signing_key",
    en: { label: "Signing key rotated", description: "A signing key of tokens got a successor." },
    de: {
      label: "Signierschlüssel gewechselt",
      description: "Ein Signierschlüssel für Tokens hat einen Nachfolger bekommen.",
    },
  },
  signing_key_revoked: {
    type: null,
    target: "signing_key",
    en: {
      label: "Signing key revoked",
      description: "A compromised signing key was revoked, with the tokens that it signed.",
    },
    de: {
      label: "Signierschlüssel widerrufen",
      description:
        "Ein kompromittierter Signierschlüssel wurde widerrufen, samt den Tokens, die er signiert hat.",
    },
  },
  message_read: {
    type: null,
    target: "message",
    en: { label: "Message read", description: "A platform administrator opened a message." },
    de: {
      label: "Nachricht gelesen",
      description: "Ein Plattform-Administrator hat eine Nachricht geöffnet.",
    },
  },
  message_retried: {
    type: null,
    target: "message",
    en: { label: "Message retried", description: "A failed message was queued again." },
    de: {
      label: "Nachricht erneut versucht",
      description: "Eine fehlgeschlagene Nachricht wurde erneut in die Warteschlange gestellt.",
    },
  },
  platform_administrator_created: {
    type: null,
    target: "platform_administrator",
    en: { label: "Platform administrator created", description: "A platform administrator was created." },
    de: {
      label: "Plattform-Administrator angelegt",
      description: "Ein Plattform-Administrator wurde angelegt.",
    },
  },
  platform_administrator_removed: {
    type: null,
    target: "platform_administrator",
    en: { label: "Platform administrator removed", description: "A platform administrator was removed." },
    de: {
      label: "Plattform-Administrator entfernt",
      description: "Ein Plattform-Administrator wurde entfernt.",
    },
  },
  second_factor_reset: {
    type: null,
    target: "platform_administrator",
    en: { label: "Second factor reset", description: "A platform administrator's second factor was reset." },
    de: {
      label: "Zweiter Faktor zurückgesetzt",
      description: "Der zweite Faktor eines Plattform-Administrators wurde zurückgesetzt.",
    },
  },
  second_factor_lost: {
    type: null,
    target: "platform_administrator",
    en: { label: "Second factor lost", description: "A platform administrator lost the second factor." },
    de: {
      label: "Zweiter Faktor verloren",
      description: "Ein Plattform-Administrator hat den zweiten Faktor verloren.",
    },
  },
  passkey_copied: {
    type: null,
    target: "platform_administrator",
    en: { label: "Passkey copied", description: "A platform administrator's passkey may have been copied." },
    de: {
      label: "Passkey kopiert",
      description: "Der Passkey eines Plattform-Administrators wurde möglicherweise kopiert.",
    },
  },
});
