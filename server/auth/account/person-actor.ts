import type { RequestFacts, TenantActor } from "../../kernel/operation/actor";
import type { Acting } from "../oidc/people";

/** Returns the actor for a user who acts on the own account, without other rights. */
export const personActor = ({
  tenantId,
  person: { userId, email, name },
  sessionId,
  actedBy,
  facts,
}: {
  tenantId: number;
  person: { userId: number; email: string | null; name: string | null };
  /** The tenant's own session of the user, if any. */
  sessionId: number | null;
  /** The administrator who acts as the user, if any. */
  actedBy?: Acting["by"] | undefined;
  facts: RequestFacts;
}): TenantActor => ({
  scope: "tenant",
  tenantId,
  channel: "account",
  subject: {
    kind: "user",
    label: name ?? email ?? String(userId),
    userId,
    email: email ?? "",
    consoleSessionId: null,
    sessionId,
    ...(actedBy && { actedBy }),
  },
  capabilities: new Set(["ManageOwnAccount"]),
  request: facts,
});
