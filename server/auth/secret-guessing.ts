import type { Counters } from "../kernel/concurrency/counters";
import { createNetworkLimit } from "./network-limit";

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
