import type { PlatformActor, RequestFacts, TenantActor } from "../../kernel/operation/actor";
import { administratorCapabilities, platformAdministratorCapabilities } from "../../kernel/capabilities";
import type { ConsoleSession } from "./console-session";
import type { Acting } from "./people";

type Membership = ConsoleSession["memberships"][number];

/** Returns the actor of a session in this tenant (by slug) or on the platform (null). Returns null if the user may not enter. */
export function actorOf(
  session: ConsoleSession,
  tenant: string | null,
  request: RequestFacts,
): TenantActor | PlatformActor | null {
  const { consoleSessionId, platformAdministratorId } = session;
  const subjectOf = (
    person: Pick<Membership, "userId" | "email" | "name"> & { sessionId: number | null },
  ) => {
    const { userId, email, name, sessionId } = person;
    return { kind: "user" as const, label: name ?? email, userId, email, consoleSessionId, sessionId };
  };
  if (tenant === null) {
    if (platformAdministratorId === null) return null;
    const subject = subjectOf({ ...session, userId: platformAdministratorId, sessionId: null });
    const capabilities = platformAdministratorCapabilities;
    return { scope: "platform", channel: "console", subject, capabilities, request };
  }
  const membership = session.memberships.find(({ slug }) => slug === tenant);
  if (!membership) return null;
  const subject = subjectOf(membership);
  const capabilities = administratorCapabilities[membership.role];
  const { tenantId } = membership;
  return { scope: "tenant", tenantId, channel: "console", subject, capabilities, request };
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
