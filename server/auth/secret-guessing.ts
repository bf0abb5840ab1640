import { createNetworkLimit } from "./network-limit";

/** Wrong secrets a minute from one network (network-limit.ts): of one client id, and of all of them. */
const PER_CLIENT = 20;
const PER_NETWORK = 60;
const WINDOW_SECONDS = 60;

export interface SecretGuessing {
  /**
   * Counts a wrong secret of this client from this address. Gives the seconds to wait where there were too many already, 0
   * where not.
   */
  failed(ip: string | null, clientId: string): Promise<number>;
}

/**
 * Limits wrong client secrets (clarifications, general 8; document 1, 22), counted in this instance. A right one is never
 * held up: secrets are random and too long to be guessed, so that refusing it would only let whoever sends wrong ones from
 * the same address (machines behind one NAT) lock others out.
 */
export function createSecretGuessing(): SecretGuessing {
  const byClient = createNetworkLimit({ points: PER_CLIENT, duration: WINDOW_SECONDS });
  const byNetwork = createNetworkLimit({ points: PER_NETWORK, duration: WINDOW_SECONDS });
  return {
    // In one step each: of many that come at once no more pass than of many one after the other.
    failed: async (ip, clientId) => (await byClient.take(ip, clientId)) || (await byNetwork.take(ip)),
  };
}
