import { networkOf } from "../kernel/network";
import { SITE_FACTOR } from "./network-limit";

/** Rows that anonymous requests may have kept at once: of one client (network-limit.ts), and in one organization. */
export const ROWS_PER_CLIENT = 1_000;
export const ROWS_PER_TENANT = 20_000;

/** A row that somebody made who has not proved who they are. */
interface AnonymousRow {
  /** Names the row among all that this budget counts. */
  key: string;
  ip: string | null;
  /** Null: the installation's own. */
  tenantId: number | null;
  /** When it runs out by itself, in milliseconds since 1970. */
  expiresAt: number;
}

interface Kept {
  groups: string[];
  expiresAt: number;
}

/**
 * Bounds the rows of anonymous requests, as this instance knows them. Nobody is refused: who begins one more than the budget
 * holds loses the oldest of their own network, or of the organization where many networks together have used it up.
 */
export function createRowBudget({ perClient = ROWS_PER_CLIENT, perTenant = ROWS_PER_TENANT } = {}) {
  const rows = new Map<string, Kept>();
  const groups = new Map<string, Set<string>>();

  function settle(key: string): void {
    for (const name of rows.get(key)?.groups ?? []) {
      const group = groups.get(name)!;
      group.delete(key);
      if (group.size === 0) groups.delete(name);
    }
    rows.delete(key);
  }

  /** The oldest come first; what has run out is removed elsewhere. */
  function forgetExpired(now: number): void {
    for (const [key, { expiresAt }] of rows) {
      if (expiresAt > now) return;
      settle(key);
    }
  }

  return {
    /** Counts a new row; gives the keys of those that must go for it. */
    add: ({ key, ip, tenantId, expiresAt }: AnonymousRow): string[] => {
      forgetExpired(Date.now());
      if (rows.has(key)) return [];
      const { client, site } = networkOf(ip);
      const limits: [group: string, most: number][] = [
        [`client/${client}`, perClient],
        ...(site === null ? [] : [[`site/${site}`, perClient * SITE_FACTOR] satisfies [string, number]]),
        [`tenant/${tenantId ?? ""}`, perTenant],
      ];
      rows.set(key, { groups: limits.map(([name]) => name), expiresAt });
      const evicted: string[] = [];
      for (const [name, most] of limits) {
        const group = groups.get(name) ?? new Set();
        groups.set(name, group.add(key));
        const [oldest] = group;
        if (group.size <= most || oldest === undefined) continue;
        settle(oldest);
        evicted.push(oldest);
      }
      return evicted;
    },
    /** Counts this row no more: it is gone, or belongs to somebody who is known now. */
    settle,
    /** How many rows are counted. */
    size: () => rows.size,
  };
}

export type RowBudget = ReturnType<typeof createRowBudget>;
