import type { PlatformActor, RequestFacts, TenantActor } from "../../kernel/operation/actor";
import { administratorCapabilities, platformAdministratorCapabilities } from "../../kernel/capabilities";
import type { ConsoleSession } from "./console-session";
import type { Acting } from "./people";

/** Returns the actor of a session in this tenant (by slug) or on the platform (null). Returns null if the user may not enter. */
export function actorOf(
  session: ConsoleSession,
  tenant: string | null,
  request: RequestFacts,
): TenantActor | PlatformActor | null {
  const { consoleSessionId } = session;
  if (tenant === null) {
    if (session.platformAdministratorId === null) return null;
    const { platformAdministratorId: userId, email, name } = session;
    const subject = {
      kind: "user" as const,
      label: name ?? email,
      userId,
      email,
      consoleSessionId,
      sessionId: null,
    };
    return {
      scope: "platform",
      channel: "console",
      subject,
      capabilities: platformAdministratorCapabilities,
      request,
    };
  }
  const membership = session.memberships.find(({ slug }) => slug === tenant);
  if (!membership) return null;
  const { tenantId, role, userId, email, name, sessionId } = membership;
  const subject = { kind: "user" as const, label: name ?? email, userId, email, consoleSessionId, sessionId };
  return {
    scope: "tenant",
    tenantId,
    channel: "console",
    subject,
    capabilities: administratorCapabilities[role],
    request,
  };
}

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
