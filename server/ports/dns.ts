import { Resolver } from "node:dns/promises";

/** Timeout in milliseconds for one name server, and number of attempts. */
const TIMEOUT_MS = 2_000;
const TRIES = 2;

/** Creates the lookup of TXT records through these servers (`host:port`) or the system's. */
export function createTxtLookup(servers: readonly string[]) {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers([...servers]);
  /** Returns the TXT records of a name, each as one text. Returns none if the name has none or if no server answers. */
  return async (name: string): Promise<string[]> => {
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
    } catch {
      return [];
    }
  };
}
