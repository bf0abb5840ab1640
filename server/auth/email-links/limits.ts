import type { Database } from "../../store/database";
import type { Counters } from "../../kernel/concurrency/counters";
import { createMailQuota } from "../mail-quota";
import { createNetworkLimit } from "../network-limit";

/**
 * Limits of mails to one address in an hour (mail-quota.ts). A link is valid for half an hour. Above the quotas, one mail every
 * 900 seconds is still sent, so that the mailbox always contains a valid link. All kinds of links to a mailbox are counted
 * together.
 */
const MAILS = { name: "link", perClient: 5, perAddress: 15, thenEvery: 900, acrossTenants: true };
/** Maximum number of forms that one client (network-limit.ts) may send in five minutes. */
const TRIES = 60;

/** Creates the limits on forms of people who are not signed in. */
export function createEmailLinkLimits(database: Pick<Database, "sql">, counters: Counters) {
  const tries = createNetworkLimit(counters, { name: "form", points: TRIES, duration: 300 });
  return {
    mayAskFor: createMailQuota(database, counters, MAILS),
    mayTry: async (ip: string | null): Promise<boolean> => (await tries.take(ip)) === 0,
  };
}

export type EmailLinkLimits = ReturnType<typeof createEmailLinkLimits>;
