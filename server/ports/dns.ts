import { Resolver } from "node:dns/promises";

/** How long one name server may take, in milliseconds, and how often it is asked. */
const TIMEOUT_MS = 2_000;
const TRIES = 2;

/** Looks TXT records up, through these servers (`host:port`) or the system's. */
export function createTxtLookup(servers: readonly string[]) {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers([...servers]);
  /** The TXT records of a name, each as one text; none where the name has none or nobody answers. */
  return async (name: string): Promise<string[]> => {
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
    } catch {
      return [];
    }
  };
}
