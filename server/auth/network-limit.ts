import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { networkOf } from "../kernel/network";

/** How many times as much as one client all clients of its /48 may do together. */
export const SITE_FACTOR = 4;

export interface NetworkLimitOptions {
  /** What one client may do: one IPv4 address, or one IPv6 /64. */
  points: number;
  /** In this time, in seconds. */
  duration: number;
}

interface Counter {
  limiter: RateLimiterMemory;
  key: string;
}

/**
 * Counts what comes from a network, in this instance: from each client (an IPv4 address, an IPv6 /64), and with a higher bound
 * from the /48 of an IPv6 client. `of` counts apart what is about different things, for example different accounts.
 */
export function createNetworkLimit({ points, duration }: NetworkLimitOptions) {
  const clients = new RateLimiterMemory({ keyPrefix: "client", points, duration });
  const sites = new RateLimiterMemory({ keyPrefix: "site", points: points * SITE_FACTOR, duration });

  /** The wider counter comes first: once it is full, no counters of further clients are made. */
  function countersOf(ip: string | null, of: string): Counter[] {
    const { client, site } = networkOf(ip);
    return [
      ...(site === null ? [] : [{ limiter: sites, key: `${site} ${of}` }]),
      { limiter: clients, key: `${client} ${of}` },
    ];
  }

  return {
    /** Counts one more in one step; the seconds to wait where there were too many already, else 0. */
    take: async (ip: string | null, of = ""): Promise<number> => {
      const counted: Counter[] = [];
      for (const { limiter, key } of countersOf(ip, of)) {
        const wait = await waitAfter(limiter.consume(key));
        if (wait > 0) {
          // What is refused to one client takes nothing from the others of its /48.
          await Promise.all(counted.map((wider) => wider.limiter.reward(wider.key)));
          return wait;
        }
        counted.push({ limiter, key });
      }
      return 0;
    },
    /** The seconds to wait where nothing more is left; counts nothing. */
    wait: async (ip: string | null, of = ""): Promise<number> => {
      for (const { limiter, key } of countersOf(ip, of)) {
        const state = await limiter.get(key);
        if (state && state.consumedPoints >= limiter.points) return secondsOf(state);
      }
      return 0;
    },
    /** Gives one back. */
    giveBack: async (ip: string | null, of = ""): Promise<void> => {
      await Promise.all(countersOf(ip, of).map(({ limiter, key }) => limiter.reward(key)));
    },
    /** Forgets what this client did; what its /48 did stays counted. */
    forget: async (ip: string | null, of = ""): Promise<void> => {
      await clients.delete(`${networkOf(ip).client} ${of}`);
    },
  };
}

export type NetworkLimit = ReturnType<typeof createNetworkLimit>;

/** The seconds to wait where an attempt was refused, else 0. */
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
