import type { InferSelectModel, SQL } from "drizzle-orm";
import type { auditEvents } from "@/db/tenant/journal";

/*
 * Searches and summaries of users, risky sign-ins and the audit log. They are a part of the interface in store.ts. The store
 * (server/store) implements each with its own SQL.
 */

type AuditEvent = Omit<InferSelectModel<typeof auditEvents>, "tenantId">;

/** A selection of events of the audit log; without `actions`, of every action. */
export interface AuditFilter {
  actions?: string[] | undefined;
  userId?: number | undefined;
  target?: string | undefined;
  /** Only events at this time or later. */
  since?: Date | undefined;
  /** Only events before this time. */
  until?: Date | undefined;
  /** Only events older than this one, in the order of the log. */
  before?: { at: Date; id: number } | undefined;
}

/** Size of the audit log and its chain at one moment. */
export interface AuditExtent {
  events: number;
  /** Events that the chain does not yet cover. */
  waiting: number;
  /** Position of the last seal; 0 without one. */
  lastSeal: number;
}

/** The events that retention removed from the beginning of the audit log. */
export interface TrimmedAudit {
  events: number;
  /** Position of the last seal whose events were removed. */
  throughSeal: number;
}

/**
 * A search of users after an id, or after a position in another order. A position is the sort key and the id of
 * a user. Users without a key are last in ascending order and first in descending order.
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
 * A text of users that can be searched: `text` is the text of the user search; `addresses` is the JSON of the SCIM attribute `emails`
 * of users with several addresses.
 */
export type SearchedPart = "text" | "given_name" | "family_name" | "addresses";

/** A person with risky sign-ins. */
export interface RiskiestPerson {
  userId: number;
  /** The highest score, 0 to 100. */
  score: number;
  /** Number of scored sign-ins. */
  events: number;
}

/** Functions that search or summarize the data of the acting tenant. */
export interface Searches {
  /** Creates the condition "is one of the first users of an order whose name or identifiers contain this text". */
  peopleMatching(search: PeopleSearch): SQL;
  /**
   * Returns the ids of the users and service accounts with a term in this text, in no order. Null if they may be more than `atMost`,
   * or if no index supports the term.
   */
  peopleContaining(search: { part: SearchedPart; term: string; atMost: number }): Promise<number[] | null>;
  /**
   * Returns the people with the highest scores since a time; of equal scores, the people with the most scored sign-ins first. If many
   * people have the same score, considers only the newest sign-ins. Numbers are exact up to `exactUpTo`; one more means that there
   * are more.
   */
  riskiestPeople(search: { since: Date; most: number; exactUpTo: number }): Promise<RiskiestPerson[]>;
  /**
   * Creates the condition for sign-ins of medium tier and above since a time. With `explained`, includes sign-ins with a reason. Only
   * the newest `most` of each kind satisfy it.
   */
  newestRisky(search: { since: Date; most: number; explained: boolean }): SQL;
  /** Returns the size of the audit log and its chain at one moment. */
  auditExtent(): Promise<AuditExtent>;
  /** Returns the digests of these events by id, as the chain covers them. Omits missing events. */
  auditDigests(ids: number[]): Promise<Map<number, string>>;
  /**
   * Returns the exact actions at least `from` and less than `below` that occur in the log, or in the events
   * of one user.
   */
  auditActions(range: { from: string; below: string | null; userId?: number | undefined }): Promise<string[]>;
  /** Returns the matching events, newest first. */
  auditPage(filter: AuditFilter & { limit: number; offset?: number }): Promise<AuditEvent[]>;
  auditCount(filter: AuditFilter, atMost: number): Promise<number>;
  /**
   * Searches the newest `among` events. Returns the ones whose target and actor names contain every word of a
   * text, newest first.
   */
  auditNaming(search: { text: string; among: number; limit: number }): Promise<AuditEvent[]>;
}
