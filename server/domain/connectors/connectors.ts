import { and, asc, eq, isNotNull } from "drizzle-orm";
import * as z from "zod";
import { inNameOrder } from "@/db/kit";
import { appConnectors } from "@/db/tenant/app-access";
import { apps } from "@/db/tenant/apps";
import { connectorRequests } from "@/db/tenant/connector-requests";
import { Id } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import type { Words } from "@/server/kernel/texts/text";
import type { ReadTx } from "@/server/kernel/operation/store";
import { appTarget, getTheApp, lockApp } from "../apps/apps";
import { connectorNames, installedConnectors, isInstalled } from "./installed";
import { settle } from "./waiting";
import { defineRefusals } from "@/server/kernel/texts/define";

const connectorRefusals = defineRefusals("connector", {
  /** The connector is not installed. */
  not_found: { status: 404, text: "There is no such connector." },
  not_approved: {
    status: 400,
    text: "The connector {connector} is not approved for this app; approve it in the console first.",
    field: "name",
  },
});

const Connector = z.object({ name: z.string(), enabled: z.boolean() });
const ApprovedConnector = Connector.extend({ label: z.string(), approvedAt: z.string().nullable() });

const ofApp = (appId: number) => eq(appConnectors.appId, appId);
/** Returns the SQL condition that selects one connector of an app. */
export const thisOne = (appId: number, name: string) => and(ofApp(appId), eq(appConnectors.name, name))!;

/** Returns the given name if the connector is installed. Throws (404) if the connector is not installed. */
export function requireInstalled(name: string) {
  if (!isInstalled(name)) throw connectorRefusals.not_found();
  return name;
}

async function connectorsOf(tx: Pick<ReadTx, "apps" | "appConnectors">, words: Words, appId: number) {
  await getTheApp(tx, appId);
  const rows = new Map((await tx.appConnectors.list({ where: ofApp(appId) })).map((row) => [row.name, row]));
  return connectorNames.map((name) => ({
    name,
    label: words(installedConnectors[name]),
    enabled: rows.get(name)?.enabled ?? false,
    approvedAt: rows.get(name)?.approvedAt?.toISOString() ?? null,
  }));
}

export const listAppConnectors = query({
  name: "listAppConnectors",
  rest: "GET /apps/{appId}/connectors",
  capability: "ManageConnectors",
  summary: "List the sign-in connectors of an app",
  description: "Lists every installed connector; one that is not approved for the app is off.",
  input: z.strictObject({ appId: Id }),
  output: z.array(Connector),
  run: ({ tx, words }, { appId }) => connectorsOf(tx, words, appId),
});

/** Lists an app's connectors for the console, each with its description and approval. */
export const listConnectorApprovals = query({
  name: "listConnectorApprovals",
  console: { at: "connectors.list", shows: ["GET /apps/{appId}/connectors"] },
  capability: "ManageConnectors",
  summary: "List an app's connectors with their approvals",
  input: z.strictObject({ appId: Id }),
  output: z.array(ApprovedConnector),
  run: ({ tx, words }, { appId }) => connectorsOf(tx, words, appId),
});

/** Lists the installed connectors for the console, each with the apps for which it is approved. */
export const listConnectors = query({
  name: "listConnectors",
  console: "connectors.installed",
  capability: "ManageConnectors",
  summary: "List the installed connectors with their approved apps",
  input: z.strictObject({}),
  output: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      apps: z.array(
        z.object({ appId: Id, appName: z.string(), enabled: z.boolean(), approvedAt: z.string() }),
      ),
    }),
  ),
  run: async ({ tx, words }) => {
    const approvals = await tx.select({
      fields: {
        name: appConnectors.name,
        appId: apps.id,
        appName: apps.name,
        enabled: appConnectors.enabled,
        approvedAt: appConnectors.approvedAt,
      },
      from: appConnectors,
      join: [{ table: apps, on: eq(apps.id, appConnectors.appId) }],
      where: isNotNull(appConnectors.approvedAt),
      orderBy: [asc(inNameOrder(apps.name)), asc(apps.id)],
    });
    return connectorNames.map((name) => ({
      name,
      label: words(installedConnectors[name]),
      apps: approvals.flatMap(({ name: of, approvedAt, ...app }) =>
        of === name && approvedAt !== null ? [{ ...app, approvedAt: approvedAt.toISOString() }] : [],
      ),
    }));
  },
});

export const setAppConnector = command({
  name: "setAppConnector",
  rest: "PATCH /apps/{appId}/connectors",
  console: "connectors.set",
  capability: "ManageConnectors",
  summary: "Switch a connector of an app on or off",
  description: "It must first be approved for this app in the console's sign-in methods area.",
  input: z.strictObject({ appId: Id, name: z.string().max(100), enabled: z.boolean() }),
  output: Connector,
  event: "connector_changed",
  target: appTarget,
  run: async ({ tx, changed, labelled, unchanged }, { appId, name, enabled }) => {
    const app = await lockApp(tx, appId);
    requireInstalled(name);
    const row = await tx.appConnectors.find(thisOne(appId, name));
    if (enabled && !row?.approvedAt) throw connectorRefusals.not_approved({ connector: name });
    labelled(app.name);
    changed({ [name]: row?.enabled ?? false }, { [name]: enabled });
    if ((row?.enabled ?? false) === enabled) unchanged();
    else await tx.appConnectors.updateWhere(thisOne(appId, name), { enabled });
    return { name, enabled };
  },
});

export const approveConnector = command({
  name: "approveConnector",
  console: "connectors.approve",
  capability: "ManageConnectorApprovals",
  summary: "Approve a connector for an app, or withdraw the approval",
  description: "Approving settles a pending request. Withdrawing also disables the connector.",
  input: z.strictObject({ appId: Id, name: z.string().max(100), approved: z.boolean() }),
  output: ApprovedConnector,
  event: "connector_approval_changed",
  target: appTarget,
  run: async ({ tx, actor, now, words, changed, labelled, unchanged }, { appId, name, approved }) => {
    const app = await lockApp(tx, appId);
    const connector = requireInstalled(name);
    await tx.appConnectors.insertIfAbsent({ appId, name });
    const before = (await tx.appConnectors.find(thisOne(appId, name)))!;
    const enabled = approved && before.enabled;
    const approvedAt = approved ? (before.approvedAt ?? now) : null;
    labelled(app.name);
    changed({ [name]: before.approvedAt !== null }, { [name]: approved });
    if ((before.approvedAt !== null) === approved) unchanged();
    else await tx.appConnectors.updateWhere(thisOne(appId, name), { approvedAt, enabled });
    if (approved) {
      const ofConnector = and(eq(connectorRequests.appId, appId), eq(connectorRequests.name, name))!;
      await settle(tx, ofConnector, { status: "approved", note: null, decidedBy: actor.subject.label }, now);
    }
    return {
      name,
      label: words(installedConnectors[connector]),
      enabled,
      approvedAt: approvedAt?.toISOString() ?? null,
    };
  },
});
