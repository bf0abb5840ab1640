import { and, eq, isNotNull } from "drizzle-orm";
import { platformCredentials } from "@/db/platform/registry";
import type { PlatformActor } from "@/server/kernel/operation/actor";
import { platformCommand } from "@/server/kernel/operation/operation";
import { authorizationRefusals } from "@/server/kernel/refusals";
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
 * Declares a change of the platform that administrators make. Such commands run one after another. A command
 * is refused (403) if the console session of its actor has ended since the request arrived, so that a removed
 * administrator cannot finish a command that had begun before. A command of a credential waits for no other
 * command. It is refused (401) if the credential was revoked meanwhile.
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
