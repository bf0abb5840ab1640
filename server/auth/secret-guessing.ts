import { LRUCache } from "lru-cache";
import { RateLimiterMemory } from "rate-limiter-flexible";

/** Wrong secrets a minute, of one client from one address, and from one address whatever the client. */
const PER_CLIENT = 20;
const PER_ADDRESS = 60;
const WINDOW_SECONDS = 60;

export interface SecretGuessing {
  /** Seconds to wait before this client may try again from this address; 0: it may now. */
  waitSeconds(ip: string | null, clientId: string): Promise<number>;
  failed(ip: string | null, clientId: string): Promise<void>;
  succeeded(ip: string | null, clientId: string): void;
}

/**
 * Limits wrong client secrets (clarifications, document 1, 22), counted in this instance. Only failures count. A client
 * that has shown its secret from an address is not held up by others who guess from there (machines behind one NAT).
 */
export function createSecretGuessing(): SecretGuessing {
  const byClient = new RateLimiterMemory({
    keyPrefix: "client",
    points: PER_CLIENT,
    duration: WINDOW_SECONDS,
  });
  const byAddress = new RateLimiterMemory({
    keyPrefix: "address",
    points: PER_ADDRESS,
    duration: WINDOW_SECONDS,
  });
  const known = new LRUCache<string, true>({ max: 50_000, ttl: 86_400_000 });
  const pair = (ip: string | null, clientId: string) => `${ip ?? "?"} ${clientId}`;
  const wait = async (limiter: RateLimiterMemory, key: string) => {
    const state = await limiter.get(key);
    return state !== null && state.consumedPoints >= limiter.points
      ? Math.max(1, Math.ceil(state.msBeforeNext / 1000))
      : 0;
  };

  return {
    waitSeconds: async (ip, clientId) => {
      const key = pair(ip, clientId);
      const ofClient = await wait(byClient, key);
      return ofClient > 0 || known.has(key) ? ofClient : wait(byAddress, ip ?? "?");
    },
    failed: async (ip, clientId) => {
      await Promise.all([byClient.penalty(pair(ip, clientId)), byAddress.penalty(ip ?? "?")]);
    },
    succeeded: (ip, clientId) => void known.set(pair(ip, clientId), true),
  };
}
