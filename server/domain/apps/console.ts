import { and, asc, desc, eq, isNull, lt, sql } from "drizzle-orm";
import * as z from "zod";
import { inNameOrder } from "@/db/kit";
import { appAuthorizations } from "@/db/tenant/app-access";
import { apps } from "@/db/tenant/apps";
import { users } from "@/db/tenant/users";
import { Id, Limit, timestampOrNull } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import { refusedField } from "@/server/kernel/texts/field";
import { claimedAudience, releaseAudienceOf } from "./audience";
import { refuseFeatures } from "./features";
import { appTarget, getTheApp, lockApp, toApp, type AppRecord } from "./apps";
import { AppDetail, AppPerson, AppProtocol, AppRow, AppSignIn, LogoutUris } from "./console.schema";

const live = isNull(appAuthorizations.revokedAt);
const active = (now: Date) =>
  sql`${appAuthorizations.activeUntil} > ${sql.param(now, appAuthorizations.activeUntil)}`;
const lastToken = sql<Date | null>`max(${appAuthorizations.lastTokenIssuedAt})`.mapWith(
  appAuthorizations.lastTokenIssuedAt,
);

export const listAppRows = query({
  name: "listAppRows",
  console: "apps.rows",
  capability: "RegisterApps",
  summary: "List the apps with their use, for the console",
  input: z.strictObject({}),
  output: z.array(AppRow),
  run: async ({ tx, now }) => {
    const [rows, used] = await Promise.all([
      tx.apps.list({ orderBy: [asc(inNameOrder(apps.name)), asc(apps.id)] }),
      tx.select({
        fields: {
          appId: appAuthorizations.appId,
          people: sql<number>`count(distinct ${appAuthorizations.userId})::int`,
          active: sql<number>`count(distinct ${appAuthorizations.userId}) filter (where ${active(now)})::int`,
          lastToken,
        },
        from: appAuthorizations,
        where: live,
        groupBy: [appAuthorizations.appId],
      }),
    ]);
    const use = new Map(used.map((row) => [row.appId, row]));
    return rows.map((row) => ({
      ...toApp(row),
      restricted: row.restricted,
      isMachine: row.serviceAccountId !== null,
      signsPeopleIn: row.serviceAccountId === null || row.redirectUri !== null,
      distinctUserCount: use.get(row.id)?.people ?? 0,
      activeNowCount: use.get(row.id)?.active ?? 0,
      lastTokenIssuedAt: timestampOrNull(use.get(row.id)?.lastToken ?? null),
    }));
  },
});

export const getAppDetail = query({
  name: "getAppDetail",
  console: { at: "apps.detail", shows: ["GET /apps/{appId}", "GET /apps/{appId}/allowed-origins"] },
  capability: "RegisterApps",
  summary: "Get an app with all data of the console's page",
  input: z.strictObject({ appId: Id }),
  output: AppDetail,
  run: async ({ tx }, { appId }) => {
    const row = await getTheApp(tx, appId);
    const account = row.serviceAccountId === null ? null : await tx.users.get(row.serviceAccountId);
    return {
      ...toApp(row),
      restricted: row.restricted,
      allowedOrigins: row.allowedOrigins,
      postLogoutRedirectUris: row.postLogoutRedirectUris,
      protocol: protocolOf(row),
      signIn: { trusted: row.trusted, initiateLoginUri: row.initiateLoginUri },
      ownScopes: row.ownScopes,
      serviceAccount: account ? { userId: account.id, name: account.name ?? "" } : null,
    };
  },
});

export const setAppLogoutUris = command({
  name: "setAppLogoutUris",
  console: "apps.setLogoutUris",
  capability: "RegisterApps",
  summary: "Set where an app may return after signing out",
  description:
    "Valid values for post_logout_redirect_uri of RP-initiated logout. The rules of redirect URIs apply.",
  input: LogoutUris.extend({ appId: Id }),
  output: AppDetail.pick({ appId: true, postLogoutRedirectUris: true }),
  event: "app_updated",
  target: appTarget,
  run: async ({ tx, changed, labelled, unchanged }, { appId, postLogoutRedirectUris }) => {
    const before = await lockApp(tx, appId);
    const after = [...new Set(postLogoutRedirectUris)];
    labelled(before.name);
    changed(before, { postLogoutRedirectUris: after });
    if (JSON.stringify(before.postLogoutRedirectUris) === JSON.stringify(after)) unchanged();
    else await tx.apps.update(appId, { postLogoutRedirectUris: after });
    return { appId, postLogoutRedirectUris: after };
  },
});

export const setAppProtocol = command({
  name: "setAppProtocol",
  console: "apps.setProtocol",
  capability: "RegisterApps",
  summary: "Set the protocol features of an app",
  description:
    "Pushed authorization requests (RFC 9126), sender-constrained tokens (RFC 9449), signed requests (RFC 9101), the FAPI " +
    "2.0 Security Profile, pairwise subjects, back-channel logout, and " +
    "the audience of its JWT access tokens (RFC 9068). An audience belongs to one organization: the first " +
    "that names it, or one that has verified a domain above it. Existing tokens do not change.",
  input: AppProtocol.extend({ appId: Id }),
  output: AppProtocol.extend({ appId: Id }),
  event: "app_updated",
  target: appTarget,
  prepare: async ({ ports, actor }, { backchannelLogoutUri: uri }) => {
    const objection = uri === null ? null : await ports.outboundObjection(uri, String(actor.tenantId));
    if (objection !== null) throw refusedField("backchannelLogoutUri", objection);
    return ports.installation.baseUrl;
  },
  run: async ({ tx, changed, labelled, unchanged }, { appId, ...after }, baseUrl) => {
    const before = await lockApp(tx, appId);
    refuseFeatures({ ...before, ...after });
    labelled(before.name);
    changed(before, after);
    // Claims the audience again, even if the audience is unchanged. Another organization may have claimed the same audience in
    // the meantime.
    const audience = await claimedAudience(tx, after.apiAudience, baseUrl);
    if (JSON.stringify(protocolOf(before)) === JSON.stringify(after)) unchanged();
    else {
      await tx.apps.update(appId, { ...after, ...audience });
      if (before.apiAudience !== after.apiAudience) await releaseAudienceOf(tx, before);
    }
    return { appId, ...after };
  },
});

export const setAppSignIn = command({
  name: "setAppSignIn",
  console: "apps.setSignIn",
  capability: "RegisterApps",
  summary: "Set how users sign in to an app",
  description:
    "Users of a trusted app are not asked for consent, unless the token policy requires it each time or the app asks " +
    "for it (prompt=consent). Only the console has this setting: a credential must not consent in the users' place.",
  input: AppSignIn.extend({ appId: Id }),
  output: AppSignIn.extend({ appId: Id }),
  event: "app_updated",
  target: appTarget,
  run: async ({ tx, changed, labelled, unchanged }, { appId, ...after }) => {
    const before = await lockApp(tx, appId);
    labelled(before.name);
    changed(before, after);
    if (before.trusted === after.trusted && before.initiateLoginUri === after.initiateLoginUri) unchanged();
    else await tx.apps.update(appId, after);
    return { appId, ...after };
  },
});

const protocolOf = (row: AppRecord): AppProtocol => ({
  requirePushedRequests: row.requirePushedRequests,
  requireDpop: row.requireDpop,
  requireSignedRequests: row.requireSignedRequests,
  fapi: row.fapi,
  pairwiseSubjects: row.pairwiseSubjects,
  backchannelLogoutUri: row.backchannelLogoutUri,
  apiAudience: row.apiAudience,
});

export const listAppPeople = query({
  name: "listAppPeople",
  console: { at: "apps.people", shows: ["GET /connected-apps"] },
  capability: "ManageConnectedApps",
  summary: "List the users who authorized an app",
  description: "Lists each user once, newest members first. `cursor` is the nextCursor of the previous page.",
  input: z.strictObject({ appId: Id, limit: Limit, cursor: Id.optional() }),
  output: z.object({ people: z.array(AppPerson), nextCursor: Id.nullable() }),
  run: async ({ tx, now }, { appId, limit, cursor }) => {
    await getTheApp(tx, appId);
    const rows = await tx.select({
      fields: {
        userId: users.id,
        email: users.email,
        name: users.name,
        authorizedAt: sql<Date>`max(${appAuthorizations.authorizedAt})`.mapWith(
          appAuthorizations.authorizedAt,
        ),
        lastToken,
        activeNow: sql<boolean>`coalesce(bool_or(${active(now)}), false)`,
      },
      from: appAuthorizations,
      join: [{ table: users, on: eq(users.id, appAuthorizations.userId) }],
      where: and(
        eq(appAuthorizations.appId, appId),
        live,
        cursor === undefined ? undefined : lt(users.id, cursor),
      ),
      groupBy: [users.id, users.email, users.name],
      orderBy: [desc(users.id)],
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    return {
      people: page.map(({ lastToken: last, authorizedAt, ...row }) => ({
        ...row,
        authorizedAt: authorizedAt.toISOString(),
        lastTokenIssuedAt: timestampOrNull(last),
      })),
      nextCursor: rows.length > limit ? page.at(-1)!.userId : null,
    };
  },
});
