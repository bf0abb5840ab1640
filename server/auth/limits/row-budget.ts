import { networkOf } from "../../kernel/http/network";
import { SITE_FACTOR } from "./network-limit";

/** Maximum number of rows of anonymous requests: of one client (network-limit.ts), and in one organization. */
export const ROWS_PER_CLIENT = 1_000;
const ROWS_PER_TENANT = 20_000;

/** A row that a request without a proved user created. */
interface AnonymousRow {
  /** Unique key of the row within this budget. */
  key: string;
  ip: string | null;
  /** Null if the row names no organization. */
  tenantId: number | null;
  /** Expiry in milliseconds since 1970. */
  expiresAt: number;
}

interface Kept {
  groups: string[];
  expiresAt: number;
}

/**
 * Creates a budget for the rows of anonymous requests, counted in this instance. It refuses no request: above the limit, a new
 * row evicts the oldest row of the same network, or of the organization if many networks together exceed its limit.
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

  /**
   * Removes expired rows from the count. Stops at the first row that is not expired, because older rows come first. The cleanup
   * deletes the rows themselves.
   */
  function forgetExpired(now: number): void {
    for (const [key, { expiresAt }] of rows) {
      if (expiresAt > now) return;
      settle(key);
    }
  }

  return {
    /** Counts a new row. Returns the keys of the rows to delete for it. */
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
    /** Removes this row from the count, because it is deleted or now belongs to a proved user. */
    settle,
    /** Returns the number of counted rows. */
    size: () => rows.size,
  };
}

export type RowBudget = ReturnType<typeof createRowBudget>;
