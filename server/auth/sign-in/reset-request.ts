import { MFA_RESET_REASON_MAX } from "../../domain/mfa-resets/mfa-resets.schema";
import { requestMfaReset } from "../../domain/mfa-resets/request";
import type { Execute } from "../../kernel/operation/execute";
import { personActor } from "../console-actor";
import { currentStep, page, stepOf, type Result, type StepDeps, type Visit } from "./visit";

/** Creates the step that requests a reset of the second factor from the administrators. It does not sign the user in. */
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
        // Limited, because each request sends a mail to all other administrators.
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
