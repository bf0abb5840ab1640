import type { Locale } from "../strings/languages";

/** Kinds of records that an event can have as its target, `<kind>:<id>`. */
export type TargetKind =
  | "alert"
  | "api"
  | "app"
  | "bulk_job"
  | "connector_request"
  | "credential"
  | "device"
  | "document_asset"
  | "document_template"
  | "domain"
  | "field"
  | "identity_provider"
  | "invitation"
  | "message"
  | "mfa_reset"
  | "platform_administrator"
  | "role"
  | "rule"
  | "saved_view"
  | "scim_token"
  | "search"
  | "session"
  | "signing_key"
  | "setting"
  | "source"
  | "tag"
  | "tenant"
  | "user"
  | "user_import"
  | "webhook";

/** Texts of an event in one language. */
export interface EventWords {
  /** Name in the audit log. */
  label: string;
  /** One sentence for the documentation and for the selection of a webhook's events. */
  description: string;
}

/** One kind of event with its texts in every language. The audit log records events; webhooks deliver events. */
export interface EventDefinition extends Readonly<Record<Locale, EventWords>> {
  /** The name that webhooks subscribe to, `<group>.<name>`; null for events that no webhook receives. */
  type: string | null;
  /**
   * Kind of the record that the event is about. In the platform's log, events of a caller's own account have the kind
   * `platform_administrator`.
   */
  target: TargetKind;
}

/** Declares events by the event's part of the audit action. Keeps the names of the events as literal types. */
export const defineEvents = <const Events extends Readonly<Record<string, EventDefinition>>>(
  events: Events,
) => events;

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
