import { and, asc, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import * as z from "zod";
import { appAuthorizations } from "@/db/tenant/app-access";
import { apps } from "@/db/tenant/apps";
import { Id, timestampOrNull } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import type { ReadTx, WriteTx } from "@/server/kernel/operation/store";
import { inNameOrder } from "@/db/kit";
import { mayOpen } from "../app-access/may-open";
import { getPerson, labelOf, userTarget } from "../users/people";
import { AuthorizedApp, ConnectedApp } from "./apps.schema";
import { getTheApp } from "./apps";
import { defineRefusals } from "@/server/kernel/texts/define";

const appRefusals = defineRefusals("app", {
  authorization_not_found: {
    status: 404,
    text: "There is no such authorization of this app by this user.",
  },
});

const live = isNull(appAuthorizations.revokedAt);

export const listConnectedApps = query({
  name: "listConnectedApps",
  rest: "GET /connected-apps",
  capability: "ManageConnectedApps",
  summary: "List the apps that users have authorized",
  input: z.strictObject({}),
  output: z.array(ConnectedApp),
  run: async ({ tx, now }) => {
    const rows = await tx.select({
      fields: {
        appId: apps.id,
        name: apps.name,
        clientId: apps.clientId,
        distinctUserCount: sql<number>`count(distinct ${appAuthorizations.userId})::int`,
        activeNowCount: sql<number>`count(distinct ${appAuthorizations.userId}) filter (where ${appAuthorizations.activeUntil} > ${sql.param(now, appAuthorizations.activeUntil)})::int`,
        lastTokenIssuedAt: sql<Date | null>`max(${appAuthorizations.lastTokenIssuedAt})`.mapWith(
          appAuthorizations.lastTokenIssuedAt,
        ),
      },
      from: appAuthorizations,
      join: [{ table: apps, on: eq(apps.id, appAuthorizations.appId) }],
      where: live,
      groupBy: [apps.id, apps.name, apps.clientId],
      orderBy: [asc(apps.id)],
    });
    return rows.map((row) => ({ ...row, lastTokenIssuedAt: timestampOrNull(row.lastTokenIssuedAt) }));
  },
});

/** Returns the apps that a user may open and that have an address for it, by name. */
export const launchableApps = (
  tx: Pick<ReadTx, "select">,
  userId: number,
): Promise<{ appId: number; name: string; address: string }[]> =>
  tx.select({
    fields: { appId: apps.id, name: apps.name, address: sql<string>`${apps.initiateLoginUri}` },
    from: apps,
    where: and(
      isNotNull(apps.initiateLoginUri),
      mayOpen({ tenantId: sql`${apps}.tenant_id`, appId: sql`${apps}.id`, userId: sql`${userId}::bigint` }),
    ),
    orderBy: [asc(inNameOrder(apps.name)), asc(apps.id)],
  });

/** Returns the apps that a user has authorized, newest authorization first. The list contains each app once. */
export async function authorizedApps(
  tx: Pick<ReadTx, "select">,
  userId: number,
): Promise<z.output<typeof AuthorizedApp>[]> {
  const rows = await tx.select({
    fields: {
      appId: apps.id,
      name: apps.name,
      clientId: apps.clientId,
      scopes: appAuthorizations.scopes,
      apiScopes: appAuthorizations.apiScopes,
      authorizedAt: appAuthorizations.authorizedAt,
      lastTokenIssuedAt: appAuthorizations.lastTokenIssuedAt,
    },
    from: appAuthorizations,
    join: [{ table: apps, on: eq(apps.id, appAuthorizations.appId) }],
    where: and(eq(appAuthorizations.userId, userId), live),
    orderBy: [desc(appAuthorizations.id)],
  });
  const newest = new Map<number, (typeof rows)[number]>();
  for (const row of rows) if (!newest.has(row.appId)) newest.set(row.appId, row);
  return [...newest.values()].map(({ apiScopes, ...row }) => ({
    ...row,
    scopes: [...row.scopes, ...Object.values(apiScopes).flat()],
    authorizedAt: row.authorizedAt.toISOString(),
    lastTokenIssuedAt: timestampOrNull(row.lastTokenIssuedAt),
  }));
}

/** Ends all authorizations that the user gave to the app, and their tokens. Returns true if there were any. */
export async function withdraw(
  tx: Pick<WriteTx, "appAuthorizations">,
  { userId, appId }: { userId: number; appId: number },
  now: Date,
): Promise<boolean> {
  const held = and(eq(appAuthorizations.userId, userId), eq(appAuthorizations.appId, appId), live)!;
  const revokedReason = "withdrawn";
  return (await tx.appAuthorizations.updateWhere(held, { revokedAt: now, revokedReason })) > 0;
}

export const listUserConnectedApps = query({
  name: "listUserConnectedApps",
  rest: "GET /users/{userId}/connected-apps",
  console: "connectedApps.ofUser",
  capability: "ManageConnectedApps",
  summary: "List the apps that a user has authorized",
  description: "Lists an app once, with its last authorization.",
  input: z.strictObject({ userId: Id }),
  output: z.array(AuthorizedApp),
  run: async ({ tx }, { userId }) => {
    await getPerson(tx, userId);
    return authorizedApps(tx, userId);
  },
});

export const withdrawConnectedApp = command({
  name: "withdrawConnectedApp",
  rest: "DELETE /users/{userId}/connected-apps/{appId}",
  console: "connectedApps.withdraw",
  capability: "ManageConnectedApps",
  summary: "Withdraw a user's authorization of an app",
  description:
    "Ends the app's tokens of that user at once. The next sign-in to the app asks for consent again.",
  input: z.strictObject({ userId: Id, appId: Id }),
  output: z.object({ userId: Id, appId: Id, revoked: z.boolean() }),
  event: "connected_app_withdrawn",
  touches: ["endings"],
  target: userTarget,
  run: async ({ tx, now, changed, labelled, concerns }, { userId, appId }) => {
    const [person, app] = await Promise.all([getPerson(tx, userId), getTheApp(tx, appId)]);
    if (!(await withdraw(tx, { userId, appId }, now))) throw appRefusals.authorization_not_found();
    labelled(labelOf(person));
    concerns(`app:${appId}`);
    changed({ app: app.name }, { app: null });
    return { userId, appId, revoked: true };
  },
});
