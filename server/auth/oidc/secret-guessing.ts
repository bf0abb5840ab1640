import type { Counters } from "../../kernel/concurrency/counters";
import { createNetworkLimit } from "../limits/network-limit";
import { LRUCache } from "lru-cache";
import type { Database } from "../../store/database";
import type { ClientRecord } from "./clients";

/**
 * Maximum numbers of wrong secrets in a minute from one network (network-limit.ts): for one client id, and for all client ids
 * together.
 */
const PER_CLIENT = 20;
const PER_NETWORK = 60;
const WINDOW_SECONDS = 60;

export interface SecretGuessing {
  /**
   * Counts a wrong secret of this client from this address. Returns the seconds to wait if there were too many already, else 0.
   */
  failed(ip: string | null, clientId: string): Promise<number>;
}

/**
 * Creates the limit on wrong client secrets (clarifications, general 8; document 1, 22). It never delays a correct secret. Secrets are random and too long to guess, so a delay would only allow an attacker behind the same
 * address (machines behind one NAT) to block others.
 */
export function createSecretGuessing(counters: Counters): SecretGuessing {
  const byClient = createNetworkLimit(counters, {
    name: "client-secret",
    points: PER_CLIENT,
    duration: WINDOW_SECONDS,
  });
  const byNetwork = createNetworkLimit(counters, {
    name: "client-secrets",
    points: PER_NETWORK,
    duration: WINDOW_SECONDS,
  });
  return {
    // Each counter is atomic, so that concurrent requests cannot exceed the limit.
    failed: async (ip, clientId) => (await byClient.take(ip, clientId)) || (await byNetwork.take(ip)),
  };
}

/** Time in milliseconds for which a further use of a secret is not stored. */
const EVERY_MS = 5 * 60_000;

export interface SecretUse {
  /** Stores the time at which an app used its secret of this generation. */
  note(client: ClientRecord, generation: number): Promise<void>;
}

/** Creates the record of the last use of apps' secrets. It writes at most once in five minutes for a secret and instance. */
export function createSecretUse({ sql }: Pick<Database, "sql">): SecretUse {
  const noted = new LRUCache<string, true>({ max: 10_000, ttl: EVERY_MS });
  return {
    note: async ({ tenantId, app, clientId }, generation) => {
      const key = `${clientId} ${generation}`;
      if (tenantId === null || app === null || noted.has(key)) return;
      noted.set(key, true);
      await sql`
        update app_secrets set last_used_at = now()
        where tenant_id = ${tenantId} and app_id = ${app.appId} and generation = ${generation}
          and (last_used_at is null or last_used_at < now() - interval '5 minutes')`;
    },
  };
}
