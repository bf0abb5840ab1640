import { and, eq, isNotNull } from "drizzle-orm";
import { platformCredentials } from "@/db/platform/registry";
import type { PlatformActor } from "@/server/kernel/operation/actor";
import { platformCommand } from "@/server/kernel/operation/operation";
import { authorizationRefusals } from "@/server/kernel/refusals/authorization";
import type { PlatformReadTx } from "@/server/kernel/operation/store";
import { holdAdministration, refuseEndedSelf, selfOf } from "./self";

/** Throws (401) if the credential was revoked since the request arrived. Rows of revoked credentials are kept. */
async function refuseRevoked({ db }: PlatformReadTx, { subject }: PlatformActor): Promise<void> {
  if (subject.kind !== "credential") return;
  const t = platformCredentials;
  const isRevoked = and(eq(t.clientId, subject.clientId), isNotNull(t.revokedAt));
  if ((await db.select({ id: t.id }).from(t).where(isRevoked)).length > 0)
    throw authorizationRefusals.revoked_token();
}

/**
 * Declares a change of the platform that administrators make. Such commands of administrators run one after another,
 * and a command is refused (403) if the console session of its actor has ended since the request arrived: a removed
 * administrator cannot finish one that had begun before. A command of a credential that was revoked meanwhile is
 * refused, too (401), but waits for no other command.
 */
export const administeredCommand: typeof platformCommand = (declaration) => ({
  ...platformCommand({
    ...declaration,
    run: async (context, input, prepared) => {
      const acting = selfOf(context.actor);
      if (acting === null) await refuseRevoked(context.tx, context.actor);
      else {
        await holdAdministration(context.tx);
        await refuseEndedSelf(context.tx, acting, context.now);
      }
      return declaration.run(context, input, prepared);
    },
  }),
  administered: true,
});
