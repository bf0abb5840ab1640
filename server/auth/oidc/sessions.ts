import { and, eq, isNull } from "drizzle-orm";
import type { KoaContextWithOIDC, Provider } from "oidc-provider";
import { sessions } from "@/db/tenant/sessions";
import { parseClientId } from "../../kernel/client-id";
import type { Stores } from "../../kernel/store";
import type { ClientRecord } from "../clients";
import type { Logouts } from "./logouts";

/*
 * The browser's session of the protocol, and the tenant's own session that it stands on.
 */

type Context = KoaContextWithOIDC;

export type OidcSession = Context["oidc"]["session"] & {
  /** The row of the tenant's own session that this browser session stands on. */
  tenantSession?: number;
  authorizations?: object;
};

interface SessionDeps {
  /** Whose domain it is; null: the installation's own host. */
  ownerId: number | null;
  stores: Stores;
  logouts: Logouts;
  recordOf: (client: object | undefined) => ClientRecord;
  log: { error: (details: object, message: string) => void };
}

/** Where an app gets someone signed in. */
const signingIn = new Set(["authorization", "resume", "code_verification", "device_resume"]);

/** Keeps both sessions together, and notes whom to tell when one ends. */
export function followSessions(provider: Provider, deps: SessionDeps) {
  const { logouts, recordOf, log } = deps;
  // Lets a browser session name the tenant's session that it stands on.
  // The types of the library do not declare the list of a model's properties.
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
    await logouts.expect({ tenantId, appId: app.appId, sessionId, subject: accountId, sid, issuer });
  }) as never);

  // The library calls this for every app of the session that ends; it would send at once and wait for the answer.
  // The types of the library do not declare this method.
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

/** Signing out ends the tenant's own session too, where the administrators see it; "stay signed in" does not. */
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
 * The organization of a browser session: that of the apps it has signed in to, which are one organization's. The client that
 * asks for the sign-out counts where there is no such app: anybody can name another organization's.
 */
function tenantOf({ oidc: { client, session } }: Context): number | null {
  const [entered] = Object.keys(session?.authorizations ?? {});
  const place = parseClientId(entered ?? client?.clientId ?? "");
  return place && "tenantId" in place ? place.tenantId : null;
}
