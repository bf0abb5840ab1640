import { errors, interactionPolicy, type Configuration, type KoaContextWithOIDC } from "oidc-provider";
import { mayOpenApp } from "../../domain/app-access/may-open";
import { locales } from "../../kernel/languages";
import type { Appearance } from "../../domain/tenant-config/tenant-config.schema";
import type { PlatformSettings } from "../../kernel/settings";
import type { Stores } from "../../kernel/store";
import { claimsOf, userField, userFieldNames, type UserField } from "../../kernel/user-fields";
import type { ClientRecord } from "../clients";
import type { People } from "./people";
import { errorPage } from "./protocol-pages";
import type { OidcSession } from "./sessions";
import { keepAskedLocale } from "./ui-locales";

/*
 * How people sign in to apps: authorization code with PKCE (RFC 6749, RFC 7636, RFC 9700), refresh tokens, ID tokens and
 * userinfo (OpenID Connect Core), sign-out (OpenID Connect RP-Initiated Logout). The pages that they see are
 * app/(account)/interaction; what they submit is decided in interaction.ts.
 */

export interface FlowDeps {
  stores: Stores;
  people: People;
  settings: () => Promise<PlatformSettings>;
  /** Whose domain it is; null: the installation's own host. */
  ownerId: number | null;
  /** How a tenant shows itself to its people. */
  appearance: (tenantId: number) => Promise<Appearance>;
  /** What is kept of a client of this provider. */
  recordOf: (client: object | undefined) => ClientRecord;
  /** Keeps a grant that is given without asking again, because it was given before; gives its id. */
  renewGrant: (ctx: KoaContextWithOIDC, scopes: string[]) => Promise<string>;
  log: { error: (details: object, message: string) => void };
}

type Context = KoaContextWithOIDC;
/** What a completed sign-in hands on, beside the protocol's own fields. */
type LoginResult = { accountId: string; tenantSession?: number } | undefined;

const MINUTE = 60;
/** How long somebody may take to sign in. */
const INTERACTION = 60 * MINUTE;
const DAY = 86_400;

/** How many factors a sign-in proved (sign-in/steps.ts), as `acr` says it; an app asks for one by `acr_values`. */
export const acr = { single: "1fa", multiple: "2fa" };

/** The scopes that an app may ask for, and the claims that each brings; docs/openid.md tells what they mean. */
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

/** Whether the session of this request still stands, and who acts in it; asked once a request. */
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
    // Tokens must end with a listed session, so the grants move to the new session. They are cleared if they cannot move, as
    // after a session in which an administrator acted as the user.
    const goesOn = await people.replaceSession(tenantId, session.accountId, { before, now: now! });
    if (!goesOn) session.authorizations = {};
    session.tenantSession = now!;
  }
  const standing = await people.standing(tenantId, session.accountId, now);
  if (standing?.acting) withoutConsent(ctx);
  return standing;
}

/** An administrator who acts as somebody is not asked to agree for them, also where the app wants it asked each time. */
function withoutConsent({ oidc }: Context) {
  const left = [...oidc.prompts].filter((name) => name !== "consent").join(" ");
  if (oidc.params) oidc.params["prompt"] = left || undefined;
}

/** Whom to ask what, in this order: who they are, whether they may, whether they agree. */
function policyOf(deps: FlowDeps) {
  const { Check, Prompt, base } = interactionPolicy;
  const policy = base();
  // The session may be another tenant's, or have been ended by an administrator: then it is as if there were none.
  policy.get("login")!.checks.add(
    new Check("session_ended", "End-User authentication is required", "login_required", async (ctx) => {
      if (!sessionOf(ctx).accountId) return Check.NO_NEED_TO_PROMPT;
      return (await standingOf(deps, ctx)) === null;
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
      const { appId } = app;
      if (appId === null) return Check.NO_NEED_TO_PROMPT;
      const userId = Number(sessionOf(ctx).accountId);
      return !(await deps.stores.tenant(tenantId).read((tx) => mayOpenApp(tx, { appId, userId })));
    }),
  );
  // Whoever acts as somebody opens what that was granted for, and agrees to nothing in their place.
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

/** Whether the person has seen, and answered, a page of this request: the sign-in, or the question whether they agree. */
const isSeen = ({ oidc: { result } }: Context) => Boolean(result?.login ?? result?.consent);

/**
 * Whether neither a secret nor the redirect URI proves which program asks: any program of a device can take a scheme of its own
 * or listen on a loopback address. Such an app gets no code unseen (RFC 8252 §8.6).
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

/** Where a code goes to a redirect URI; a device shows its code instead, which the person compares. */
const redirecting = new Set(["authorization", "resume"]);

const isLoopback = (host: string) => host === "localhost" || host.startsWith("127.") || host === "[::1]";

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
  if (!accountId || !client) return undefined;
  if (app.appId === null) {
    // Nobody is asked whether they let themselves in, and no token comes of it: nothing to keep.
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

/** Who acts as the subject of this token (RFC 8693 §4.1), or null where nobody does. */
export async function actorOfToken(
  { people }: Pick<FlowDeps, "people">,
  tenantId: number,
  token: object | undefined,
): Promise<number | null> {
  const { kind, grantId, extra } = (token ?? {}) as Token;
  // An access token says it itself, since it was issued.
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
  // A refresh is a new decision: whoever may not open the app any more gets nothing new for it.
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

/** Lifetimes follow the tenant's token policy, and never exceed the platform's. */
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
    // As long as anybody may stay signed in; the tenant's own session says how long it really is. Before that it keeps no more
    // than the state of a form.
    Session: (_ctx, { accountId }) => (accountId === undefined ? INTERACTION : 365 * DAY),
  };
}

/** The interactive part of the provider's configuration. */
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
    // Also without offline_access, but then it lasts no longer than the browser session (expiresWithSession).
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: true,
    ttl: lifetimes(deps)!,
    renderError: errorPage(deps),
  } satisfies Configuration;
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
