import { and, asc, eq } from "drizzle-orm";
import * as z from "zod";
import { apps } from "@/db/tenant/apps";
import { connectorRequests } from "@/db/tenant/connector-requests";
import { users } from "@/db/tenant/users";
import { Id, Timestamp } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import { themselves } from "../users/self";
import { appTarget, lockApp } from "../apps/apps";
import { requireInstalled, thisOne } from "./connectors";
import { installedConnectors, isInstalled } from "./installed";
import { ConnectorDenial, ConnectorRequest, NewConnectorRequest } from "./requests.schema";
import { settle, waiting } from "./waiting";
import { approvalRequestRefusals } from "../users/administrator-guard";
import { defineRefusals } from "@/server/kernel/texts/define";

const connectorRefusals = defineRefusals("connector", {
  already_approved: { status: 409, text: "This connector is approved for this app already." },
  already_requested: {
    status: 409,
    text: "Somebody has asked for this approval already; that request still waits.",
  },
  request_not_found: { status: 404, text: "There is no such request for an approval." },
});

/** Time in milliseconds after which an undecided request expires. */
const OPEN_MS = 7 * 86_400_000;

/** Maximum number of listed pending requests. The list begins with the oldest request. */
const INBOX = 200;

export const listConnectorRequests = query({
  name: "listConnectorRequests",
  console: "connectors.requests",
  capability: "ManageConnectors",
  summary: "List the pending requests for connector approvals",
  input: z.strictObject({}),
  output: z.array(ConnectorRequest),
  run: async ({ tx, now, words }) => {
    const rows = await tx.select({
      fields: {
        requestId: connectorRequests.id,
        appId: apps.id,
        appName: apps.name,
        name: connectorRequests.name,
        userId: users.id,
        userName: users.name,
        email: users.email,
        reason: connectorRequests.reason,
        requestedAt: connectorRequests.requestedAt,
        expiresAt: connectorRequests.expiresAt,
      },
      from: connectorRequests,
      join: [
        { table: apps, on: eq(apps.id, connectorRequests.appId) },
        { table: users, on: eq(users.id, connectorRequests.requesterId) },
      ],
      where: waiting(now),
      orderBy: [asc(connectorRequests.id)],
      limit: INBOX,
    });
    return rows.map(({ userId, userName, email, requestedAt, expiresAt, ...row }) => ({
      ...row,
      label: isInstalled(row.name) ? words(installedConnectors[row.name]) : row.name,
      requester: { userId, name: userName, email },
      requestedAt: requestedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    }));
  },
});

export const requestConnectorApproval = command({
  name: "requestConnectorApproval",
  console: "connectors.request",
  capability: "ManageConnectors",
  summary: "Request the approval of a connector for an app",
  description: "Owners decide within seven days. Each connector of an app can have one pending request.",
  input: NewConnectorRequest,
  output: z.object({ requestId: Id, expiresAt: Timestamp }),
  event: "connector_approval_requested",
  target: appTarget,
  run: async ({ tx, actor, now, changed, labelled }, { appId, name, reason }) => {
    const app = await lockApp(tx, appId);
    requireInstalled(name);
    const { userId } = themselves(actor);
    const connector = await tx.appConnectors.find(thisOne(appId, name));
    if (connector?.approvedAt) throw connectorRefusals.already_approved();
    const pendingRequest = await tx.connectorRequests.find(
      and(waiting(now), eq(connectorRequests.appId, appId), eq(connectorRequests.name, name))!,
    );
    if (pendingRequest) throw connectorRefusals.already_requested();
    const expiresAt = new Date(+now + OPEN_MS);
    const { id } = await tx.connectorRequests.insert({
      appId,
      name,
      reason,
      expiresAt,
      requesterId: userId,
      requestedAt: now,
    });
    labelled(app.name);
    changed({}, { connector: name, reason });
    return { requestId: id, expiresAt: expiresAt.toISOString() };
  },
});

export const denyConnectorRequest = command({
  name: "denyConnectorRequest",
  console: "connectors.deny",
  capability: "ManageConnectorApprovals",
  summary: "Deny a request for the approval of a connector",
  description: "The connector does not change; the request can be repeated.",
  input: ConnectorDenial.extend({ requestId: Id }),
  output: z.object({ requestId: Id, status: z.literal("denied") }),
  event: "connector_approval_denied",
  target: ({ requestId }) => ({ ref: `connector_request:${requestId}` }),
  run: async ({ tx, actor, now, changed, labelled, concerns }, { requestId, note }) => {
    const row = await tx.connectorRequests.lock(requestId);
    if (!row) throw connectorRefusals.request_not_found();
    const status = row.status === "pending" && row.expiresAt <= now ? "expired" : row.status;
    if (status !== "pending") throw approvalRequestRefusals[status]();
    labelled((await tx.apps.get(row.appId))!.name);
    concerns(appTarget({ appId: row.appId }).ref);
    changed({ connector: row.name, status }, { status: "denied", note });
    const decision = { status: "denied" as const, note: note ?? null, decidedBy: actor.subject.label };
    await settle(tx, eq(connectorRequests.id, requestId), decision, now);
    return { requestId, status: "denied" as const };
  },
});
