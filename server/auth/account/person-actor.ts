import type { RequestFacts, TenantActor } from "../../kernel/actor";

/** Someone acting on their own account, with no rights over anything else. */
export const personActor = ({
  tenantId,
  person: { userId, email, name },
  sessionId,
  facts,
}: {
  tenantId: number;
  person: { userId: number; email: string | null; name: string | null };
  /** The tenant's own session that they act in, where there is one. */
  sessionId: number | null;
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
  },
  capabilities: new Set(["ManageOwnAccount"]),
  request: facts,
});
