/**
 * English words that events contain as values, because the audit log is in English. The console shows them in the reader's
 * language (`app/(console)/_frame/words/code-words.ts`), which requires a text for each.
 */
export const recordedWords = {
  webauthn: "passkey",
  totp: "authenticator app",
  email: "code by e-mail",
  sms: "code by text message",
  recovery_codes: "recovery codes",
  /** An organization's built-in app. */
  account_page: "account page",
  /** The end of a lock that has no end. */
  until_unlocked: "until somebody unlocks it",
} as const;

export type RecordedWord = (typeof recordedWords)[keyof typeof recordedWords];
