import { MFA_RESET_REASON_MAX } from "../../domain/mfa-resets/mfa-resets.schema";
import { requestMfaReset } from "../../domain/mfa-resets/request";
import type { Execute } from "../../kernel/execute";
import { personActor } from "../account/person-actor";
import { currentStep, page, stepOf, type Result, type StepDeps, type Visit } from "./visit";

/** The second factor is lost: administrators are asked to take it away. Nobody is let in by that. */
export function createResetRequest(deps: StepDeps & { execute: Execute }) {
  const { baseUrl, stores, platform, execute } = deps;
  return async (at: Visit, typed: string): Promise<Result> => {
    const step = await currentStep(deps, at);
    if (step.step !== "second") return page();
    const reason = typed.trim().slice(0, MFA_RESET_REASON_MAX);
    for (const subject of at.flow.subjects) {
      const { tenantId, userId } = subject;
      if ((await stepOf(deps, at, subject)).step !== "second") continue;
      if (tenantId === null) {
        // Each asking is a mail to all of the others.
        if (await deps.sendLimit(null, `${userId}/lost`, at.signs))
          await platform.tellOthers(userId, { url: `${baseUrl}/platform/administrators`, reason }, at.signs);
        continue;
      }
      const person = await stores.tenant(tenantId).read((tx) => tx.users.get(userId));
      if (!person) continue;
      const of = { userId, email: person.email, name: person.name };
      const actor = personActor({ tenantId, person: of, sessionId: null, facts: at.signs });
      await execute(actor, requestMfaReset, { reason });
    }
    return page("reset_asked");
  };
}
