import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { createFairQueue, QueueFull } from "../kernel/concurrency/fair-queue";
import { addressesInHosts, searchList } from "./name-files";

/*
 * Look-ups of names from untrusted sources. `dns.lookup` waits for getaddrinfo in libuv's threads, two at a
 * time, and cannot be cancelled: some silent name servers would stop every other look-up of the process.
 * c-ares needs no thread and can be cancelled.
 */

export interface NameLookupOptions {
  /** Name servers as `host:port`; the system's by default. */
  servers?: readonly string[];
  /** Maximum duration of one look-up in milliseconds, including all queried names and servers. */
  limitMs?: number;
  /** Files that replace the system's. */
  hostsFile?: string;
  resolverFile?: string;
}

/**
 * Returns the addresses of a name, at least one, IPv4 first. `by` is the organization that caused the
 * look-up; organizations take turns. The signal ends a look-up early. Throws ENOTFOUND or EAI_AGAIN like
 * dns.lookup.
 */
export type NameLookup = (host: string, by: string, signal?: AbortSignal) => Promise<LookupAddress[]>;

const LIMIT_MS = 5_000;
/** Time limit of one query in milliseconds, and number of attempts. */
const SERVER_MS = 2_000;
const TRIES = 2;

/**
 * Limits of concurrent look-ups. A look-up occupies one or two sockets. One organization rarely needs more than one at a time, and a name
 * server that answers takes milliseconds.
 */
const TURNS = { running: 256, ofOne: 8, waiting: 5_000, patienceMs: 10_000 };

/** Codes of c-ares for names without addresses. All others are faults of the name servers or the time limit. */
const NO_SUCH_NAME = new Set(["ENOTFOUND", "ENODATA", "EBADNAME", "ENONAME"]);

/** An error in the form of dns.lookup. */
function lookupError(code: "ENOTFOUND" | "EAI_AGAIN", hostname: string) {
  return Object.assign(new Error(`lookup ${code} ${hostname}`), { code, hostname, syscall: "lookup" });
}

const withFamily = (address: string): LookupAddress => ({ address, family: isIP(address) });

/** Returns the full names to query, in order. A name with a dot at its end has no suffixes. */
async function fullNames(name: string, resolverFile: string | undefined): Promise<string[]> {
  if (name.endsWith(".")) return [name];
  const extended = (await searchList(resolverFile)).map((suffix) => `${name}.${suffix}`);
  return name.includes(".") ? [name, ...extended] : [...extended, name];
}

/**
 * Returns the addresses that the name servers have for a full name; none if there is no such name. Throws if
 * no server answers.
 */
async function addressesAt(resolver: Resolver, name: string): Promise<LookupAddress[]> {
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  const fault = answers.find(
    (answer) =>
      answer.status === "rejected" && !NO_SUCH_NAME.has((answer.reason as NodeJS.ErrnoException).code ?? ""),
  );
  if (found.length === 0 && fault?.status === "rejected") throw fault.reason;
  return found.map(withFamily);
}

export function createNameLookup({
  servers = [],
  limitMs = LIMIT_MS,
  hostsFile,
  resolverFile,
}: NameLookupOptions = {}): NameLookup {
  const turns = createFairQueue(TURNS);

  async function askServers(host: string, name: string, signal: AbortSignal): Promise<LookupAddress[]> {
    // One resolver per look-up, because it can only cancel all its queries.
    const resolver = new Resolver({ timeout: SERVER_MS, tries: TRIES });
    if (servers.length > 0) resolver.setServers([...servers]);
    const cancel = () => resolver.cancel();
    signal.addEventListener("abort", cancel);
    let failed = false;
    try {
      for (const full of await fullNames(name, resolverFile)) {
        if (signal.aborted) break;
        // A name server that fails for one name may answer the next one.
        const found = await addressesAt(resolver, full).catch(() => {
          failed = true;
          return [];
        });
        if (found.length > 0) return found;
      }
    } finally {
      signal.removeEventListener("abort", cancel);
    }
    throw lookupError(failed || signal.aborted ? "EAI_AGAIN" : "ENOTFOUND", host);
  }

  return async (host, by, signal) => {
    const name = host.toLowerCase();
    const listed = await addressesInHosts(name.replace(/\.$/, ""), hostsFile);
    if (listed.length > 0) return listed.map(withFamily).sort((one, other) => one.family - other.family);
    // RFC 6761 §6.3: names of the machine itself are resolved without a name server.
    if (/(?:^|\.)localhost\.?$/.test(name)) return ["127.0.0.1", "::1"].map(withFamily);
    try {
      return await turns.run(by, () => {
        if (signal?.aborted) throw lookupError("EAI_AGAIN", host);
        const limit = AbortSignal.timeout(limitMs);
        return askServers(host, name, signal ? AbortSignal.any([signal, limit]) : limit);
      });
    } catch (error) {
      throw error instanceof QueueFull ? lookupError("EAI_AGAIN", host) : error;
    }
  };
}

/** The look-up of this process, by the system's name servers. */
export const systemNames: NameLookup = createNameLookup();
