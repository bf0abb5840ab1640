import { errors, interactionPolicy, type Configuration, type KoaContextWithOIDC } from "oidc-provider";
import { mayOpenApp } from "../../domain/apps/access";
import type { Appearance } from "../../domain/tenant-config/tenant-config.schema";
import type { PlatformSettings } from "../../kernel/settings";
import type { Stores } from "../../kernel/store";
import type { ClientRecord } from "../clients";
import { escapeHtml, hostedPage } from "./hosted-page";
import type { People } from "./people";
import type { OidcSession } from "./sessions";

/*
 * How people sign in to apps: authorization code with PKCE (RFC 6749, RFC 7636, RFC 9700), refresh tokens, ID tokens and
 * userinfo (OpenID Connect Core), sign-out (OpenID Connect RP-Initiated Logout). The pages that they see are
 * app/(account)/interaction; what they submit is decided in interaction.ts.
 */

export interface FlowDeps {
  stores: Stores;
  people: People;
  settings: () => Promise<PlatformSettings>;
  /** How a tenant shows itself to its people. */
  appearance: (tenantId: number) => Promise<Appearance>;
  /** The registry's record of a client of this provider. */
  recordOf: (client: object | undefined) => ClientRecord;
  /** Keeps a grant that is given without asking again, because it was given before; gives its id. */
  renewGrant: (ctx: KoaContextWithOIDC, scopes: string[]) => Promise<string>;
  log: { error: (details: object, message: string) => void };
}

type Context = KoaContextWithOIDC;
/** What a completed sign-in hands on, beside the protocol's own fields. */
type LoginResult = { accountId: string; tenantSession?: number } | undefined;

const MINUTE = 60;
const DAY = 86_400;

/**
 * How someone proved who they are, as `acr` says it: with one thing, or with two of different kinds (`mfa` in `amr`, RFC
 * 8176). An app asks for it by `acr_values`.
 */
export const acr = { single: "urn:castellan:acr:single", multiple: "urn:castellan:acr:multiple" };

/** The scopes that an app may ask for, and the claims that each brings; docs/openid.md tells what they mean. */
export const scopeClaims = {
  openid: ["sub", "tid", "auth_time", "amr", "acr"],
  profile: ["name", "given_name", "family_name", "updated_at"],
  email: ["email", "email_verified"],
  phone: ["phone_number"],
  roles: ["roles", "app_roles"],
  offline_access: [],
};

const sessionOf = (ctx: Context) => ctx.oidc.session as OidcSession;

function appOf(deps: FlowDeps, ctx: Context) {
  const record = deps.recordOf(ctx.oidc.client);
  if (record.app === null || record.tenantId === null)
    throw new errors.UnauthorizedClient("this client does not sign people in");
  return { ...record, tenantId: record.tenantId, app: record.app };
}

/** Whom to ask what, in this order: who they are, whether they may, whether they agree. */
function policyOf(deps: FlowDeps) {
  const { Check, Prompt, base } = interactionPolicy;
  const policy = base();
  // The session may be another tenant's, or have been ended by an administrator: then it is as if there were none.
  policy.get("login")!.checks.add(
    new Check("session_ended", "End-User authentication is required", "login_required", async (ctx) => {
      const session = sessionOf(ctx);
      const login = ctx.oidc.result?.login as LoginResult;
      if (login?.tenantSession !== undefined) session.tenantSession = login.tenantSession;
      if (!session.accountId) return Check.NO_NEED_TO_PROMPT;
      session.acr ??= session.amr?.includes("mfa") ? acr.multiple : acr.single;
      const { tenantId } = appOf(deps, ctx);
      return !(await deps.people.sessionStands(tenantId, session.accountId, session.tenantSession));
    }),
  );
  // Asked once: whoever has no second factor goes on with what they have, and the ID token says so (Core §3.1.2.1).
  policy.get("login")!.checks.add(
    new Check("acr_values", "a stronger sign-in is asked for", "login_required", (ctx) => {
      const asked = ctx.oidc.params?.["acr_values"];
      if (typeof asked !== "string" || ctx.oidc.result?.login) return Check.NO_NEED_TO_PROMPT;
      const wanted = asked.split(" ");
      return wanted.includes(acr.multiple) && !wanted.includes(sessionOf(ctx).acr ?? acr.single);
    }),
  );
  const access = new Prompt(
    { name: "access", requestable: false },
    new Check("no_access", "this person may not open the app", "access_denied", async (ctx) => {
      const { tenantId, app } = appOf(deps, ctx);
      const userId = Number(sessionOf(ctx).accountId);
      return !(await deps.stores.tenant(tenantId).read((tx) => mayOpenApp(tx, { appId: app.appId, userId })));
    }),
  );
  policy.add(access, 1);
  // Native apps are asked as others are: their redirect URIs are exact, and PKCE is required of them.
  policy.get("consent")!.checks.remove("native_client_prompt");
  return policy;
}

/**
 * The grant that this request goes on with: the one just given, or the one of this browser session, or a new one where
 * the person gave the same before, unless the tenant wants to be asked each time (token policy).
 */
async function loadGrant(deps: FlowDeps, ctx: Context) {
  const { provider, client, session, result } = ctx.oidc;
  const given = result?.consent?.grantId;
  if (given) return provider.Grant.find(given);
  const { tenantId, app } = appOf(deps, ctx);
  const accountId = session?.accountId;
  if (!accountId || !client || app.policy.alwaysRequireConsent) return undefined;
  const known = session.grantIdFor(client.clientId);
  const grant = known ? await provider.Grant.find(known) : undefined;
  if (grant) return grant;
  const scopes = [...ctx.oidc.requestParamOIDCScopes];
  const asked = ctx.oidc.prompts.has("consent");
  if (asked || !(await deps.people.hasAuthorized(tenantId, accountId, app.appId, scopes))) return undefined;
  return provider.Grant.find(await deps.renewGrant(ctx, scopes));
}

async function findAccount(deps: FlowDeps, ctx: Context, accountId: string, token: object | undefined) {
  const { tenantId, app } = appOf(deps, ctx);
  const subject = await deps.people.find(tenantId, accountId);
  if (!subject) return undefined;
  const kind = (token as { kind?: string } | undefined)?.kind;
  // A refresh is a new decision: whoever may not open the app any more gets nothing new for it.
  if (kind === "RefreshToken" || kind === "AuthorizationCode") {
    const pair = { appId: app.appId, userId: subject.userId };
    if (!(await deps.stores.tenant(tenantId).read((tx) => mayOpenApp(tx, pair)))) return undefined;
  }
  const claims = {
    sub: accountId,
    tid: tenantId,
    email: subject.email,
    email_verified: subject.emailVerified,
    name: subject.name,
    given_name: subject.givenName,
    family_name: subject.familyName,
    phone_number: subject.phone,
    updated_at: subject.updatedAt,
  };
  const known = Object.entries(claims).filter(([, value]) => value !== null);
  return {
    accountId,
    claims: async (_use: string, scope: string) => ({
      ...(Object.fromEntries(known) as typeof claims),
      ...(scope.split(" ").includes("roles") &&
        (await deps.people.rolesOf(tenantId, subject.userId, app.appId))),
    }),
  };
}

/** Lifetimes follow the tenant's token policy, and never exceed the platform's. */
function lifetimes({ recordOf }: FlowDeps): Configuration["ttl"] {
  const policyFor = (client: object) => recordOf(client).app?.policy;
  const accessToken = (client: object) => policyFor(client)?.accessTokenLifetimeSeconds ?? 60 * MINUTE;
  return {
    AuthorizationCode: MINUTE,
    DeviceCode: 10 * MINUTE,
    Interaction: 60 * MINUTE,
    AccessToken: (_ctx, _token, client) => accessToken(client),
    IdToken: (_ctx, _token, client) => accessToken(client),
    RefreshToken: (_ctx, _token, client) => (policyFor(client)?.refreshTokenLifetimeDays ?? 14) * DAY,
    Grant: 400 * DAY,
    // As long as anybody may stay signed in; the tenant's own session says how long it really is.
    Session: 365 * DAY,
  };
}

/** The routes that browsers are sent to. */
const pages = new Set([
  "authorization",
  "resume",
  "end_session",
  "end_session_confirm",
  "end_session_success",
  "code_verification",
  "device_resume",
]);

/** The interactive part of the provider's configuration. */
export function flowConfiguration(deps: FlowDeps) {
  return {
    scopes: Object.keys(scopeClaims),
    claims: scopeClaims,
    acrValues: Object.values(acr),
    responseTypes: ["code"],
    // RFC 9700 §2.1.1: S256 only; confidential clients may opt out.
    pkce: { required: (_ctx, client) => deps.recordOf(client).app?.requirePkce ?? true },
    interactions: {
      policy: policyOf(deps),
      url: (_ctx, { uid }) => `/interaction/${uid}`,
    },
    findAccount: (ctx, accountId, token) => findAccount(deps, ctx, accountId, token),
    loadExistingGrant: (ctx) => loadGrant(deps, ctx),
    // Also without offline_access, but then it lasts no longer than the browser session (expiresWithSession).
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: true,
    ttl: lifetimes(deps)!,
    renderError: async (ctx, out, error) => {
      // What machines call answers them in JSON, whatever they prefer to read.
      if (!pages.has(ctx.oidc?.route ?? "")) return void (ctx.body = out);
      ctx.type = "html";
      const said = out.error_description ?? error.message;
      ctx.body = hostedPage(
        "This sign-in cannot go on",
        `<p>${escapeHtml(said)}.</p><p>Go back to the app and try again.</p>`,
        await brandOf(deps, ctx, "error"),
      );
    },
  } satisfies Configuration;
}

/** Signing out: asks once, without scripts. */
export const logoutFeature = (deps: FlowDeps) => ({
  enabled: true,
  logoutSource: async (ctx: Context, form: string) => {
    const fields = form.replace("</form>", "");
    ctx.body = hostedPage(
      "Sign out?",
      `<p>You are signed in to ${escapeHtml(ctx.oidc.client?.clientName ?? "your organization's apps")}.</p>
      ${fields}<button>Stay signed in</button><button class="primary" name="logout" value="yes">Sign out</button></form>`,
      await brandOf(deps, ctx, "account"),
    );
  },
  postLogoutSuccessSource: async (ctx: Context) => {
    ctx.body = hostedPage(
      "You are signed out",
      "<p>You can close this page.</p>",
      await brandOf(deps, ctx, "account"),
    );
  },
});

/** The organization whose app is in play, where one is. */
async function brandOf(deps: FlowDeps, ctx: Context, page: "account" | "error") {
  const client = ctx.oidc?.client;
  const tenantId = client ? deps.recordOf(client).tenantId : null;
  const appearance = tenantId === null ? null : await deps.appearance(tenantId);
  return { appearance, poweredBy: appearance?.poweredBy[page] ?? false };
}

/** RFC 6749 §5.2 has an error of its own for a grant type that the client may not use; the library says invalid_request. */
export async function nameUnauthorizedClient(ctx: Context, next: () => Promise<void>) {
  await next();
  const body = ctx.body as { error?: string; error_description?: string } | undefined;
  if (
    ctx.oidc?.route === "token" &&
    body?.error_description?.startsWith("requested grant type is not allowed")
  )
    body.error = "unauthorized_client";
}
