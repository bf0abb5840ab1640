import { and, desc, eq, gt, isNull, or } from "drizzle-orm";
import * as z from "zod";
import { actAsRequests } from "@/db/tenant/act-as";
import { auditEvents } from "@/db/tenant/journal";
import { credentials } from "@/db/tenant/credentials";
import { roles } from "@/db/tenant/roles";
import { devices, sessions } from "@/db/tenant/sessions";
import { mfaResetRequests, securityAlerts } from "@/db/tenant/sign-ins";
import { administrators, users } from "@/db/tenant/users";
import type { Actor } from "@/server/kernel/operation/actor";
import { query } from "@/server/kernel/operation/operation";
import type { ReadTx } from "@/server/kernel/operation/store";
import { LoggedEvent } from "../audit/audit.schema";
import { toAuditEvent } from "../audit/events";
import { loggedIn } from "../audit/logged-event";
import { waiting as connectorWaits } from "../connectors/waiting";
import { EXACT_UP_TO } from "../counts/counts.schema";
import { readTenantConfig } from "../tenant-config/tenant-config";

const RECENT = 10;

const Count = z.int().describe(`Exact up to ${EXACT_UP_TO}; one more means that there are more.`);
const AT_MOST = EXACT_UP_TO + 1;

const Setup = z
  .object({
    people: z.boolean().describe("A second person has an account."),
    secondOwner: z.boolean(),
    app: z.boolean(),
    branding: z.boolean(),
    domain: z.boolean().describe("A custom domain is verified."),
  })
  .describe("The first steps of a new organization; true if completed.");

/** Returns the completed steps of the organization's set-up. Derives the steps from the stored data. */
async function setupOf(tx: ReadTx, activePeople: number): Promise<z.output<typeof Setup>> {
  const [owners, apps, [domain], config] = await Promise.all([
    tx.administrators.count(eq(administrators.role, "owner"), 2),
    tx.apps.count(undefined, 1),
    tx.customDomains.list({ limit: 1 }),
    readTenantConfig(tx),
  ]);
  const { name: _name, ...branding } = config;
  return {
    people: activePeople > 1,
    secondOwner: owners > 1,
    app: apps > 0,
    branding: Object.values(branding).some((value) => value !== null && value !== ""),
    domain: Boolean(domain?.verifiedAt),
  };
}

/**
 * Returns the condition for requests to act as a user that are pending. Also selects approved requests that the reader made and
 * can start.
 */
function openForReader({ subject }: Actor, now: Date) {
  const pending = eq(actAsRequests.status, "pending");
  const mine =
    subject.kind === "user"
      ? and(eq(actAsRequests.status, "approved"), eq(actAsRequests.requesterId, subject.userId))
      : undefined;
  return and(gt(actAsRequests.expiresAt, now), or(pending, mine));
}

export const getOverview = query({
  name: "getOverview",
  console: "overview.get",
  capability: "ReadOverview",
  summary: "Get an overview of the organization",
  input: z.strictObject({}),
  output: z.object({
    users: z.object({ active: Count, suspended: Count }),
    activeSessions: Count,
    roles: Count,
    credentials: Count,
    serviceAccounts: Count,
    pending: z
      .object({ mfaResets: Count, devices: Count, actAs: Count, connectors: Count })
      .describe("Numbers of requests in the inbox of approvals."),
    openAlerts: Count,
    setup: Setup,
    recentEvents: z.array(LoggedEvent),
  }),
  run: async ({ tx, actor, now, locale }) => {
    const people = (status: "active" | "suspended") =>
      tx.users.count(and(eq(users.kind, "person"), eq(users.status, status)), AT_MOST);
    const waiting = and(eq(mfaResetRequests.status, "pending"), gt(mfaResetRequests.expiresAt, now));
    const [
      active,
      suspended,
      live,
      roleCount,
      usable,
      serviceAccounts,
      mfaResets,
      waitingDevices,
      actAs,
      connectors,
      alerts,
      events,
    ] = await Promise.all([
      people("active"),
      people("suspended"),
      tx.sessions.count(and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now)), AT_MOST),
      tx.roles.count(isNull(roles.appId), AT_MOST),
      tx.credentials.count(isNull(credentials.revokedAt), AT_MOST),
      tx.users.count(eq(users.kind, "service_account"), AT_MOST),
      tx.mfaResetRequests.count(waiting, AT_MOST),
      tx.devices.count(eq(devices.status, "pending"), AT_MOST),
      tx.actAsRequests.count(openForReader(actor, now), AT_MOST),
      // Only administrators with this capability decide on requests for connectors. The count is 0 for other readers.
      actor.capabilities.has("ManageConnectorApprovals")
        ? tx.connectorRequests.count(connectorWaits(now), AT_MOST)
        : 0,
      tx.securityAlerts.count(isNull(securityAlerts.acknowledgedAt), AT_MOST),
      tx.auditEvents.list({ orderBy: [desc(auditEvents.at), desc(auditEvents.id)], limit: RECENT }),
    ]);
    return {
      users: { active, suspended },
      activeSessions: live,
      roles: roleCount,
      credentials: usable,
      serviceAccounts,
      pending: { mfaResets, devices: waitingDevices, actAs, connectors },
      openAlerts: alerts,
      setup: await setupOf(tx, active),
      recentEvents: events.map(toAuditEvent).map(loggedIn(locale)),
    };
  },
});
