import { and, eq, isNull } from "drizzle-orm";
import type { KoaContextWithOIDC, Provider } from "oidc-provider";
import { sessions } from "@/db/tenant/sessions";
import { parseClientId } from "../../kernel/http/client-id";
import type { Stores } from "../../kernel/operation/store";
import type { ClientRecord } from "./clients";
import { pairwiseSubject } from "./pairwise";
import type { Logouts } from "./logouts";

/* Link between the browser's session of the protocol and the tenant's own session. */

type Context = KoaContextWithOIDC;

export type OidcSession = Context["oidc"]["session"] & {
  /** Row id of the tenant's own session to which this browser session belongs. */
  tenantSession?: number;
  authorizations?: object;
};

interface SessionDeps {
  /** Tenant that owns the custom domain; null for the installation's own host. */
  ownerId: number | null;
  stores: Stores;
  logouts: Logouts;
  pairwiseKey: Buffer;
  recordOf: (client: object | undefined) => ClientRecord;
  log: { error: (details: object, message: string) => void };
}

/** Routes that sign a user in to an app. */
export const signingIn: ReadonlySet<string> = new Set([
  "authorization",
  "resume",
  "code_verification",
  "device_resume",
]);

/** Links the browser's session to the tenant's session, and records the apps to notify when the session ends. */
export function followSessions(provider: Provider, deps: SessionDeps) {
  const { logouts, recordOf, log } = deps;
  // Adds the id of the tenant's session to the stored fields of a browser session.
  const { IN_PAYLOAD } = provider.Session as unknown as { IN_PAYLOAD: string[] };
  Object.defineProperty(provider.Session, "IN_PAYLOAD", { value: [...IN_PAYLOAD, "tenantSession"] });

  // The library's context is wider than koa's, for which `use` is declared.
  provider.use((async (ctx: Context, next: () => Promise<void>) => {
    await next();
    if (!signingIn.has(ctx.oidc?.route ?? "")) return;
    const {
      AuthorizationCode: code,
      DeviceCode: device,
      Session: session,
      Client: client,
    } = ctx.oidc.entities;
    if (!client || !(code ?? (device?.accountId ? device : undefined))) return;
    const { app, tenantId } = recordOf(client);
    const { tenantSession: sessionId, accountId } = session as OidcSession;
    const sid = session?.sidFor(client.clientId);
    if (!app?.appId || !app.backchannelLogoutUri || tenantId === null || !sessionId || !accountId || !sid)
      return;
    const issuer = deps.ownerId === null ? null : provider.issuer;
    const subject = app.pairwiseSubjects
      ? pairwiseSubject(deps.pairwiseKey, client.clientId, accountId)
      : accountId;
    await logouts.expect({ tenantId, appId: app.appId, sessionId, subject, sid, issuer });
  }) as never);

  // The library calls this method for every app of the ended session. The library's own method would send the notice at once and
  // wait for the answer.
  (provider.Client.prototype as unknown as { backchannelLogout: unknown }).backchannelLogout =
    async function (this: object, _subject: string, sid: string) {
      const { app, tenantId } = recordOf(this);
      if (app?.appId && tenantId !== null) await logouts.due({ tenantId, appId: app.appId, sid });
    };

  provider.on("end_session.success", (ctx: Context) => {
    endTenantSession(deps.stores, ctx).catch((error: unknown) =>
      log.error({ err: error }, "a session was not ended"),
    );
  });
}

/** Ends the tenant's own session at a sign-out. Does nothing if the user chose to stay signed in. */
async function endTenantSession(stores: Stores, ctx: Context) {
  const { tenantSession, accountId } = ctx.oidc.session as OidcSession;
  const tenantId = tenantOf(ctx);
  if (!ctx.oidc.params?.["logout"] || tenantSession === undefined || tenantId === null) return;
  const isTheirs = and(eq(sessions.id, tenantSession), eq(sessions.userId, Number(accountId)));
  await stores
    .tenant(tenantId)
    .write((tx) =>
      tx.sessions.updateWhere(and(isTheirs, isNull(sessions.revokedAt))!, { revokedAt: new Date() }),
    );
}

/**
 * Returns the organization of a browser session. All apps that the session has signed in to are of one organization. The
 * requesting client counts only if there is no such app, because any visitor can name a client of another organization.
 */
function tenantOf({ oidc: { client, session } }: Context): number | null {
  const [entered] = Object.keys(session?.authorizations ?? {});
  const place = parseClientId(entered ?? client?.clientId ?? "");
  return place && "tenantId" in place ? place.tenantId : null;
}
