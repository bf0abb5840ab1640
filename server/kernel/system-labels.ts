/**
 * Names of actors without a user in the audit log: parts of the server, and visitors who are not yet
 * identified. Pages translate these names by `components/server-messages.de.json`, which has German words for
 * each (`server/server-messages.test.ts`).
 */
export const systemLabels = [
  "Set-up",
  "Command line",
  "Sign-in page",
  "Link in a mail",
  "Invitation",
  "Webhook delivery",
  "Role sync",
  "User import",
  "Step on many users",
  "Acting as others",
  "Audit log retention",
  "Audit chain repair",
  "OpenID Connect provider",
] as const;

export type SystemLabel = (typeof systemLabels)[number];
