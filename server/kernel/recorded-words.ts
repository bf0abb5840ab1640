/**
 * English words that events contain as values, because the audit log is in English. The console shows them in the reader's
 * language (`app/(console)/_frame/words/code-words.ts`), which requires a text for each.
 */
export const recordedWords = {
  /** An organization's built-in app. */
  account_page: "account page",
  /** Recorded in place of the end time of a lock without an end time. */
  until_unlocked: "until somebody unlocks it",
} as const;

export type RecordedWord = (typeof recordedWords)[keyof typeof recordedWords];
