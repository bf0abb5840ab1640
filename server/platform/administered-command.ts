import { platformCommand } from "@/server/kernel/operation";
import { holdAdministration, refuseEndedSelf, selfOf } from "./self";

/**
 * Declares a change of the platform that administrators make. Such commands of administrators run one after another,
 * and a command is refused (403) if the console session of its actor has ended since the request arrived: a removed
 * administrator cannot finish one that had begun before.
 */
export const administeredCommand: typeof platformCommand = (declaration) => ({
  ...platformCommand({
    ...declaration,
    run: async (context, input, prepared) => {
      const acting = selfOf(context.actor);
      if (acting !== null) {
        await holdAdministration(context.tx);
        await refuseEndedSelf(context.tx, acting, context.now);
      }
      return declaration.run(context, input, prepared);
    },
  }),
  administered: true,
});
