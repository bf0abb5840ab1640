import type { Locale } from "./strings/languages";

/**
 * Names of actors without a user in the audit log: parts of the server, and visitors who are not yet identified. The log
 * contains the English name, which is the key. The console shows the name in the reader's language.
 */
const labels = {
  "Set-up": { de: "Einrichtung" },
  "Command line": { de: "Befehlszeile" },
  "Sign-in page": { de: "Anmeldeseite" },
  "Link in a mail": { de: "Link in einer E-Mail" },
  Invitation: { de: "Einladung" },
  "Webhook delivery": { de: "Webhook-Zustellung" },
  "Role sync": { de: "Rollenabgleich" },
  "User import": { de: "Benutzerimport" },
  "Step on many users": { de: "Sammelaktion für Benutzer" },
  "Acting as others": { de: "Handeln als andere Personen" },
  "Audit log retention": { de: "Aufbewahrung des Protokolls" },
  "Audit chain repair": { de: "Reparatur der Protokollkette" },
  "Rotation of signing keys": { de: "Wechsel der Signierschlüssel" },
  "Scheduled archive": { de: "Archivierung nach Zeitplan" },
  "OpenID Connect provider": { de: "OpenID-Connect-Provider" },
} as const satisfies Record<string, Readonly<Record<Exclude<Locale, "en">, string>>>;

export type SystemLabel = keyof typeof labels;

/** Returns true for the name of an actor without a user. */
export const isSystemLabel = (label: string): label is SystemLabel => Object.hasOwn(labels, label);

/** Returns the name of an actor without a user in a language. Returns other names unchanged: people chose them. */
export const systemLabelIn = (locale: Locale, label: string): string =>
  locale === "en" || !isSystemLabel(label) ? label : labels[label][locale];
