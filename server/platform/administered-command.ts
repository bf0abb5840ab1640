import { sql } from "drizzle-orm";
import { platformAdministrators } from "@/db/platform/sign-in";
import { platformCommand } from "@/server/kernel/operation";
import { refuseEndedSelf, selfOf } from "./self";

/**
 * Declares a change of the platform that administrators make. Such commands of administrators run one after another,
 * and a command is refused (403) if the console session of its actor has ended since the request arrived: a removed
 * administrator cannot finish one that had begun before.
 */
export const administeredCommand: typeof platformCommand = (declaration) =>
  platformCommand({
    ...declaration,
    run: async (context, input, prepared) => {
      const acting = selfOf(context.actor);
      if (acting !== null) {
        const lock = sql`pg_advisory_xact_lock(hashtextextended('platform administration', 0))`;
        await context.tx.db.select({ lock }).from(platformAdministrators).limit(1);
        await refuseEndedSelf(context.tx, acting, context.now);
      }
      return declaration.run(context, input, prepared);
    },
  });
