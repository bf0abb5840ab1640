import { errors, interactionPolicy, type Configuration, type KoaContextWithOIDC } from "oidc-provider";
import { mayOpenApp } from "../../domain/app-access/may-open";
import { locales } from "../../kernel/strings/languages";
import type { Appearance } from "../../domain/tenant-config/tenant-config.schema";
import type { PlatformSettings } from "../../kernel/settings";
import type { Stores } from "../../kernel/operation/store";
import { claimsOf, userField, userFieldNames, type UserField } from "../../kernel/user-fields";
import type { ClientRecord } from "../clients";
import type { People } from "./people";
import { errorPage } from "./protocol-pages";
import type { OidcSession } from "./sessions";
import { keepAskedLocale } from "./ui-locales";

/*
 * Sign-in of users to apps: authorization code with PKCE (RFC 6749, RFC 7636, RFC 9700), refresh tokens, ID tokens and userinfo
 * (OpenID Connect Core), and sign-out (OpenID Connect RP-Initiated Logout). The pages are in app/(account)/interaction;
 * interaction.ts handles their forms.
 */

export interface FlowDeps {
  stores: Stores;
  people: People;
  settings: () => Promise<PlatformSettings>;
  /** Tenant that owns the custom domain; null for the installation's own host. */
  ownerId: number | null;
  /** Returns the branding of a tenant. */
  appearance: (tenantId: number) => Promise<Appearance>;
  /** Returns the stored record of a client of this provider. */
  recordOf: (client: object | undefined) => ClientRecord;
  /** Stores a grant without consent, because the user granted the same before. Returns its id. */
  renewGrant: (ctx: KoaContextWithOIDC, scopes: string[]) => Promise<string>;
  log: { error: (details: object, message: string) => void };
}

type Context = KoaContextWithOIDC;
/** Result of a completed sign-in, beside the fields of the protocol. */
type LoginResult = { accountId: string; tenantSession?: number } | undefined;

const MINUTE = 60;
/** Maximum duration of a sign-in in seconds. */
const INTERACTION = 60 * MINUTE;
const DAY = 86_400;

/** Values of `acr`: the number of factors that a sign-in proved (sign-in/steps.ts). An app requests one with `acr_values`. */
export const acr = { single: "1fa", multiple: "2fa" };

/** Scopes that an app may request, with the claims of each. docs/openid.md describes them. */
export const scopeClaims = {
  openid: ["sub", "tid", "auth_time", "acr", "amr", "act"],
  profile: [...claimsOf("profile"), "updated_at"],
  email: ["email", "email_verified"],
  phone: [...claimsOf("phone"), "phone_number_verified"],
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

const standings = new WeakMap<Context, ReturnType<People["standing"]>>();

/**
 * Returns the state of this request's session, with the administrator who acts in it. Returns null if the session has ended.
 * Reads the state once for each request.
 */
export function standingOf(deps: Pick<FlowDeps, "people" | "recordOf">, ctx: Context) {
  const known = standings.get(ctx);
  if (known) return known;
  const asking = askStanding(deps, ctx);
  standings.set(ctx, asking);
  return asking;
}

async function askStanding({ people, recordOf }: Pick<FlowDeps, "people" | "recordOf">, ctx: Context) {
  const session = sessionOf(ctx);
  const { tenantId } = recordOf(ctx.oidc.client);
  if (tenantId === null || !session.accountId) return null;
  const login = ctx.oidc.result?.login as LoginResult;
  const before = session.tenantSession;
  const now = login?.tenantSession ?? before;
  if (now !== before) {
    // Moves the grants to the new session, because tokens must end with a listed session. Clears the grants if they cannot move,
    // e.g. after a session in which an administrator acted as the user.
    const goesOn = await people.replaceSession(tenantId, session.accountId, { before, now: now! });
    if (!goesOn) session.authorizations = {};
    session.tenantSession = now!;
  }
  const standing = await people.standing(tenantId, session.accountId, now);
  if (standing?.acting) withoutConsent(ctx);
  return standing;
}

/**
 * Removes `consent` from the prompts while an administrator acts as the user, because the administrator must not consent in the
 * user's place.
 */
function withoutConsent({ oidc }: Context) {
  const left = [...oidc.prompts].filter((name) => name !== "consent").join(" ");
  if (oidc.params) oidc.params["prompt"] = left || undefined;
}

/** Returns the prompts in their order: sign-in, access, consent. */
function policyOf(deps: FlowDeps) {
  const { Check, Prompt, base } = interactionPolicy;
  const policy = base();
  // The session may belong to another tenant or have ended. Both count as no session.
  policy.get("login")!.checks.add(
    new Check("session_ended", "End-User authentication is required", "login_required", async (ctx) => {
      if (!sessionOf(ctx).accountId) return Check.NO_NEED_TO_PROMPT;
      return (await standingOf(deps, ctx)) === null;
    }),
  );
  // The stronger sign-in is demanded once. A user without a second factor continues, and the ID token states the reached level
  // (OpenID Connect Core §3.1.2.1).
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
      const { appId } = app;
      if (appId === null) return Check.NO_NEED_TO_PROMPT;
      const userId = Number(sessionOf(ctx).accountId);
      return !(await deps.stores.tenant(tenantId).read((tx) => mayOpenApp(tx, { appId, userId })));
    }),
  );
  // An administrator who acts as a user may open only the app of that permission, and cannot consent in the user's place.
  access.checks.add(
    new Check("acting_elsewhere", "acting as somebody is for another app", "access_denied", async (ctx) => {
      const acting = (await standingOf(deps, ctx))?.acting;
      return !!acting && acting.appId !== appOf(deps, ctx).app.appId;
    }),
  );
  access.checks.add(
    new Check("acting_unagreed", "the person has not agreed to this app", "access_denied", async (ctx) => {
      if (!(await standingOf(deps, ctx))?.acting) return Check.NO_NEED_TO_PROMPT;
      const { tenantId, app } = appOf(deps, ctx);
      if (app.appId === null) return Check.NO_NEED_TO_PROMPT;
      const scopes = [...ctx.oidc.requestParamOIDCScopes];
      return !(await deps.people.hasAuthorized(tenantId, sessionOf(ctx).accountId!, app.appId, scopes));
    }),
  );
  policy.add(access, 1);
  const consent = policy.get("consent")!;
  consent.checks.remove("native_client_prompt");
  consent.checks.add(
    new Check("unproven_app", "the app can be any program on the device", "consent_required", async (ctx) =>
      isSeen(ctx) ? Check.NO_NEED_TO_PROMPT : isUnproven(deps, ctx) && !(await standingOf(deps, ctx))?.acting,
    ),
  );
  return policy;
}

/** Returns true if the user has answered a page of this request: the sign-in or the consent. */
const isSeen = ({ oidc: { result } }: Context) => Boolean(result?.login ?? result?.consent);

/**
 * Returns true if neither a secret nor the redirect URI proves the identity of the app. Any program of a device can register a
 * custom scheme or listen on a loopback address. Such an app gets no code without interaction (RFC 8252 §8.6).
 */
function isUnproven(deps: FlowDeps, ctx: Context): boolean {
  const { app, secretHash } = appOf(deps, ctx);
  if (secretHash !== null || app.appId === null || !redirecting.has(ctx.oidc.route)) return false;
  const asked = ctx.oidc.params?.["redirect_uri"];
  const uris = typeof asked === "string" ? [asked] : app.redirectUris;
  return uris.some((uri) => {
    const { protocol, hostname } = new URL(uri);
    return protocol !== "https:" || isLoopback(hostname);
  });
}

/** Routes that send a code to a redirect URI. The device flow is excluded, because the person compares its code. */
const redirecting = new Set(["authorization", "resume"]);

const isLoopback = (host: string) => host === "localhost" || host.startsWith("127.") || host === "[::1]";

/**
 * Returns the grant of this request: the grant just given, or the grant of this browser session. Otherwise, creates a grant if
 * the user gave the same grant before and the token policy does not require consent each time.
 */
async function loadGrant(deps: FlowDeps, ctx: Context) {
  const { provider, client, session, result } = ctx.oidc;
  const given = result?.consent?.grantId;
  if (given) return provider.Grant.find(given);
  const { tenantId, app } = appOf(deps, ctx);
  const accountId = session?.accountId;
  if (!accountId || !client) return undefined;
  if (app.appId === null) {
    // The account page is the user's own and gets no token, so it needs no consent, and nothing is stored.
    const grant = new provider.Grant({ accountId, clientId: client.clientId });
    grant.addOIDCScope("openid");
    return grant;
  }
  const acting = (await standingOf(deps, ctx))?.acting;
  if (app.policy.alwaysRequireConsent && !acting) return undefined;
  const known = session.grantIdFor(client.clientId);
  const grant = known ? await provider.Grant.find(known) : undefined;
  if (grant) return grant;
  const scopes = [...ctx.oidc.requestParamOIDCScopes];
  const asked = ctx.oidc.prompts.has("consent");
  if (asked || !(await deps.people.hasAuthorized(tenantId, accountId, app.appId, scopes))) return undefined;
  return provider.Grant.find(await deps.renewGrant(ctx, scopes));
}

interface Token {
  kind?: string;
  grantId?: string;
  extra?: { act?: { sub: string } };
}

/** Returns the user id of the administrator who acts as the user of this token (RFC 8693 §4.1); null if there is none. */
async function actorOfToken(
  { people }: Pick<FlowDeps, "people">,
  tenantId: number,
  token: object | undefined,
): Promise<number | null> {
  const { kind, grantId, extra } = (token ?? {}) as Token;
  // An access token contains the actor from its issue on.
  if (kind === "AccessToken" && (extra?.act || grantId === undefined))
    return extra?.act ? Number(extra.act.sub) : null;
  return grantId === undefined ? null : people.grantActor(tenantId, grantId);
}

/** Returns the profile fields of a person under the names of their claims. */
export const profileClaims = (subject: Record<UserField, string | null>): Record<string, string | null> =>
  Object.fromEntries(
    userFieldNames.flatMap((name) => {
      const { claim } = userField(name);
      return claim === null ? [] : [[claim.name, subject[name]]];
    }),
  );

async function findAccount(deps: FlowDeps, ctx: Context, accountId: string, token: object | undefined) {
  const { tenantId, app } = appOf(deps, ctx);
  const subject = await deps.people.find(tenantId, accountId);
  if (!subject) return undefined;
  const kind = (token as { kind?: string } | undefined)?.kind;
  // A refresh is a new decision: a user who may not open the app any more gets no new token.
  if (kind === "RefreshToken" || kind === "AuthorizationCode") {
    const { appId } = app;
    if (appId === null) return undefined;
    const pair = { appId, userId: subject.userId };
    if (!(await deps.stores.tenant(tenantId).read((tx) => mayOpenApp(tx, pair)))) return undefined;
  }
  const actorId = await actorOfToken(deps, tenantId, token);
  const claims = {
    sub: accountId,
    tid: tenantId,
    act: actorId === null ? null : { sub: String(actorId) },
    email: subject.email,
    email_verified: subject.emailVerified,
    ...profileClaims(subject),
    phone_number_verified: subject.phone === null ? null : subject.phoneVerified,
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

/** Returns the lifetimes in seconds. They follow the tenant's token policy, within the limits of the platform. */
function lifetimes({ recordOf }: FlowDeps): Configuration["ttl"] {
  const policyFor = (client: object) => recordOf(client).app?.policy;
  const accessToken = (client: object) => policyFor(client)?.accessTokenLifetimeSeconds ?? 60 * MINUTE;
  return {
    AuthorizationCode: MINUTE,
    DeviceCode: 10 * MINUTE,
    Interaction: INTERACTION,
    AccessToken: (_ctx, _token, client) => accessToken(client),
    IdToken: (_ctx, _token, client) => accessToken(client),
    RefreshToken: (_ctx, _token, client) => (policyFor(client)?.refreshTokenLifetimeDays ?? 14) * DAY,
    Grant: 400 * DAY,
    // The maximum time for which a user can stay signed in. The tenant's own session may end earlier. Before the sign-in, the
    // session contains only the state of a form.
    Session: (_ctx, { accountId }) => (accountId === undefined ? INTERACTION : 365 * DAY),
  };
}

/** Returns the interactive part of the provider's configuration. */
export function flowConfiguration(deps: FlowDeps) {
  return {
    scopes: Object.keys(scopeClaims),
    claims: scopeClaims,
    acrValues: Object.values(acr),
    discovery: { ui_locales_supported: [...locales] },
    responseTypes: ["code", "none"],
    // RFC 9700 §2.1.1: S256 only; confidential clients may opt out.
    pkce: { required: (_ctx, client) => deps.recordOf(client).app?.requirePkce ?? true },
    interactions: {
      policy: policyOf(deps),
      url: (ctx, { uid }) => {
        const path = `/interaction/${uid}`;
        keepAskedLocale(ctx, path, INTERACTION);
        return path;
      },
    },
    findAccount: (ctx, accountId, token) => findAccount(deps, ctx, accountId, token),
    loadExistingGrant: (ctx) => loadGrant(deps, ctx),
    // Refresh tokens are issued also without offline_access. Such a token ends with the browser session (expiresWithSession).
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: true,
    ttl: lifetimes(deps)!,
    renderError: errorPage(deps),
  } satisfies Configuration;
}

/**
 * Changes the library's error `invalid_request` to `unauthorized_client` if the client may not use the grant type (RFC 6749
 * §5.2).
 */
export async function nameUnauthorizedClient(ctx: Context, next: () => Promise<void>) {
  await next();
  const body = ctx.body as { error?: string; error_description?: string } | undefined;
  if (
    ctx.oidc?.route === "token" &&
    body?.error_description?.startsWith("requested grant type is not allowed")
  )
    body.error = "unauthorized_client";
}
