import type { RequestFacts, TenantActor } from "../../kernel/actor";
import type { Acting } from "../oidc/people";

/** Someone acting on their own account, with no rights over anything else. */
export const personActor = ({
  tenantId,
  person: { userId, email, name },
  sessionId,
  actedBy,
  facts,
}: {
  tenantId: number;
  person: { userId: number; email: string | null; name: string | null };
  /** The tenant's own session that they act in, where there is one. */
  sessionId: number | null;
  /** The administrator who acts as them, where one does. */
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
