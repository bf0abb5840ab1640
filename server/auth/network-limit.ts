import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { networkOf } from "../kernel/http/network";

/** Factor between the limit of one client and the limit of all clients of its /48 together. */
export const SITE_FACTOR = 4;

export interface NetworkLimitOptions {
  /** Maximum count of one client: one IPv4 address, or one IPv6 /64. */
  points: number;
  /** Window in seconds. */
  duration: number;
}

interface Counter {
  limiter: RateLimiterMemory;
  key: string;
}

/**
 * Creates a limit that counts requests in this instance. It counts for each client (an IPv4 address, an IPv6 /64) and, with a
 * higher maximum, for the /48 of an IPv6 client. `of` separates the counters of different subjects, for example of different
 * accounts.
 */
export function createNetworkLimit({ points, duration }: NetworkLimitOptions) {
  const clients = new RateLimiterMemory({ keyPrefix: "client", points, duration });
  const sites = new RateLimiterMemory({ keyPrefix: "site", points: points * SITE_FACTOR, duration });

  /**
   * Returns the counters of a client, the wider one first. If the wider one is full, no counters of further clients are created.
   */
  function countersOf(ip: string | null, of: string): Counter[] {
    const { client, site } = networkOf(ip);
    return [
      ...(site === null ? [] : [{ limiter: sites, key: `${site} ${of}` }]),
      { limiter: clients, key: `${client} ${of}` },
    ];
  }

  return {
    /** Counts one request atomically. Returns the seconds to wait if the limit was exceeded, else 0. */
    take: async (ip: string | null, of = ""): Promise<number> => {
      const counted: Counter[] = [];
      for (const { limiter, key } of countersOf(ip, of)) {
        const wait = await waitAfter(limiter.consume(key));
        if (wait > 0) {
          // A refusal of one client must not count against the others of its /48.
          await Promise.all(counted.map((wider) => wider.limiter.reward(wider.key)));
          return wait;
        }
        counted.push({ limiter, key });
      }
      return 0;
    },
    /** Returns the seconds to wait if the limit is reached, else 0. Counts nothing. */
    wait: async (ip: string | null, of = ""): Promise<number> => {
      for (const { limiter, key } of countersOf(ip, of)) {
        const state = await limiter.get(key);
        if (state && state.consumedPoints >= limiter.points) return secondsOf(state);
      }
      return 0;
    },
    /** Subtracts one request. */
    giveBack: async (ip: string | null, of = ""): Promise<void> => {
      await Promise.all(countersOf(ip, of).map(({ limiter, key }) => limiter.reward(key)));
    },
    /** Deletes the count of this client. The count of its /48 remains. */
    forget: async (ip: string | null, of = ""): Promise<void> => {
      await clients.delete(`${networkOf(ip).client} ${of}`);
    },
  };
}

/** Returns the seconds to wait after a refused attempt, else 0. */
export async function waitAfter(attempt: Promise<unknown>): Promise<number> {
  try {
    await attempt;
    return 0;
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return secondsOf(refused);
    throw refused;
  }
}

const secondsOf = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1_000));
