import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** Wrong secrets a minute, of one client from one address, and from one address whatever the client. */
const PER_CLIENT = 20;
const PER_ADDRESS = 60;
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
  const limit = (keyPrefix: string, points: number) =>
    new RateLimiterMemory({ keyPrefix, points, duration: WINDOW_SECONDS });
  const byClient = limit("client", PER_CLIENT);
  const byAddress = limit("address", PER_ADDRESS);
  return {
    failed: async (ip, clientId) => {
      const address = ip ?? "?";
      try {
        // In one step each: of many that come at once no more pass than of many one after the other.
        await byClient.consume(`${address} ${clientId}`);
        await byAddress.consume(address);
        return 0;
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
        throw refused;
      }
    },
  };
}
