import type { InferSelectModel, SQL } from "drizzle-orm";
import type { auditEvents } from "@/db/tenant/journal";

/*
 * Searches and summaries of users, risky sign-ins and the audit log. The interface in store.ts extends `Searches`. The store
 * (server/store) implements each function in SQL.
 */

type AuditEvent = Omit<InferSelectModel<typeof auditEvents>, "tenantId">;

/** A filter for events of the audit log. Without `actions`, the filter matches all actions. */
export interface AuditFilter {
  actions?: string[] | undefined;
  userId?: number | undefined;
  target?: string | undefined;
  /** Only events at this time or later. */
  since?: Date | undefined;
  /** Only events before this time. */
  until?: Date | undefined;
  /** Only events before this position in the order of the log. */
  before?: { at: Date; id: number } | undefined;
}

/** Size of the audit log and of its hash chain, read at one moment. */
export interface AuditExtent {
  events: number;
  /** Number of events after the last seal. */
  waiting: number;
  /** Position of the last seal; 0 if there is no seal. */
  lastSeal: number;
}

/** The oldest events of the audit log that the retention removed. */
export interface TrimmedAudit {
  events: number;
  /** Position of the last seal whose events were removed. */
  throughSeal: number;
}

/**
 * A page of a search of users, after an id or after a position of the sort order. A position consists of the sort key and the
 * id of a user. Users without a sort key are last in ascending order and first in descending order.
 */
export type PeopleSearch = { text: string; status?: string | undefined; limit: number } & (
  | { afterId: number }
  | {
      sort: "id" | "name" | "email";
      descending: boolean;
      after: readonly [key: string | null, id: number] | null;
    }
);

/**
 * A searchable text of each user. `text` contains the name and all identifiers. `addresses` contains the JSON of the SCIM
 * attribute `emails`, for users with several addresses.
 */
export type SearchedPart = "text" | "given_name" | "family_name" | "addresses";

/** A person with risky sign-ins, in a list of the highest scores. */
export interface RiskiestPerson {
  userId: number;
  /** The highest score, 0 to 100. */
  score: number;
  /** Number of scored sign-ins. */
  events: number;
}

/** Functions that search or summarize the data of the acting tenant. */
export interface Searches {
  /** Creates the SQL condition for the users on one page of a search by name or identifier. */
  peopleMatching(search: PeopleSearch): SQL;
  /**
   * Returns the ids of the users and service accounts whose text `part` contains `term`, in no order. Returns null if there may
   * be more than `atMost`, or if no index supports the term.
   */
  peopleContaining(search: { part: SearchedPart; term: string; atMost: number }): Promise<number[] | null>;
  /**
   * Returns the people with the highest scores since a time. People with equal scores are ordered by their number of scored
   * sign-ins. If many people have the same score, only the newest sign-ins count. `events` is exact up to `exactUpTo`; the
   * value `exactUpTo` + 1 means more.
   */
  riskiestPeople(search: { since: Date; most: number; exactUpTo: number }): Promise<RiskiestPerson[]>;
  /**
   * Creates the SQL condition for sign-ins since a time with a medium or higher risk. With `explained`, the condition includes
   * sign-ins that have a reason. Only the newest `most` sign-ins of each kind satisfy the condition.
   */
  newestRisky(search: { since: Date; most: number; explained: boolean }): SQL;
  /** Returns the size of the audit log and of its hash chain, read at one moment. */
  auditExtent(): Promise<AuditExtent>;
  /** Returns the digests of these events by event id. The hash chain covers these digests. Omits missing events. */
  auditDigests(ids: number[]): Promise<Map<number, string>>;
  /**
   * Returns the distinct actions in the log that are at least `from` and less than `below`. With `userId`, returns only actions
   * of this user's events.
   */
  auditActions(range: { from: string; below: string | null; userId?: number | undefined }): Promise<string[]>;
  /** Returns the events that match the filter, newest first. */
  auditPage(filter: AuditFilter & { limit: number; offset?: number }): Promise<AuditEvent[]>;
  auditCount(filter: AuditFilter, atMost: number): Promise<number>;
  /**
   * Searches the newest `among` events of the log. Returns the events whose target name and actor name together contain every
   * word of a text, newest first.
   */
  auditNaming(search: { text: string; among: number; limit: number }): Promise<AuditEvent[]>;
}
