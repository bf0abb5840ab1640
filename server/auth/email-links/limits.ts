import type { Database } from "../../store/database";
import { createMailQuota } from "../mail-quota";
import { createNetworkLimit } from "../network-limit";

/**
 * Mails that can be asked for to one address in an hour (mail-quota.ts). A link works for half an hour: past the quotas there
 * is always one in the mailbox that works, whoever asked for it. Each mail counts on its mailbox, by whichever link it was asked for.
 */
const MAILS = { perClient: 5, perAddress: 15, thenEvery: 900, acrossTenants: true };
/** Forms of one client within five minutes. */
const TRIES = 60;

/** What somebody who is not signed in may do in a while; each question counts. */
export function createEmailLinkLimits(database: Pick<Database, "sql">) {
  const tries = createNetworkLimit({ points: TRIES, duration: 300 });
  return {
    mayAskFor: createMailQuota(database, MAILS),
    mayTry: async (ip: string | null): Promise<boolean> => (await tries.take(ip)) === 0,
  };
}

export type EmailLinkLimits = ReturnType<typeof createEmailLinkLimits>;
