import type { Counter, Counters } from "../../kernel/concurrency/counters";
import { networkOf } from "../../kernel/http/network";

/** Factor between the limit of one client and the limit of all clients of its /48 together. */
export const SITE_FACTOR = 4;

export interface NetworkLimitOptions {
  /** Name of the limit. Limits with the same name share their counts. */
  name: string;
  /** Maximum count of one client: one IPv4 address, or one IPv6 /64. */
  points: number;
  /** Window in seconds. */
  duration: number;
}

/**
 * Creates a limit that counts requests for each client (an IPv4 address, an IPv6 /64) and, with a higher maximum, for the /48 of
 * an IPv6 client. `of` separates the counters of different subjects, for example of different accounts.
 */
export function createNetworkLimit(counters: Counters, { name, points, duration }: NetworkLimitOptions) {
  const clientCounter = (ip: string | null, of: string): Counter => ({
    key: `${name}:client:${networkOf(ip).client}:${of}`,
    most: points,
    seconds: duration,
  });

  function countersOf(ip: string | null, of: string): Counter[] {
    const { site } = networkOf(ip);
    const siteCounter = { key: `${name}:site:${site}:${of}`, most: points * SITE_FACTOR, seconds: duration };
    return [...(site === null ? [] : [siteCounter]), clientCounter(ip, of)];
  }

  return {
    /**
     * Counts one request atomically. Returns the seconds to wait if the limit was exceeded, else 0. A refusal of one client does
     * not count against the others of its /48.
     */
    take: (ip: string | null, of = ""): Promise<number> => counters.take(...countersOf(ip, of)),
    /** Returns the seconds to wait if the limit is reached, else 0. Counts nothing. */
    wait: (ip: string | null, of = ""): Promise<number> => counters.wait(...countersOf(ip, of)),
    /** Subtracts one request. */
    giveBack: (ip: string | null, of = ""): Promise<void> => counters.giveBack(...countersOf(ip, of)),
    /** Deletes the count of this client. The count of its /48 remains. */
    forget: (ip: string | null, of = ""): Promise<void> => counters.forget(clientCounter(ip, of)),
  };
}
