import { interactionPolicy, type Configuration, type KoaContextWithOIDC } from "oidc-provider";
import { locales } from "../../kernel/strings/languages";
import type { Appearance } from "../../domain/tenant-config/tenant-config.schema";
import type { PlatformSettings } from "../../kernel/settings";
import type { Stores } from "../../kernel/operation/store";
import { claimsOf } from "../../kernel/user-fields";
import { findAccount } from "./accounts";
import { requestedApiScopes, rightsSince } from "./api-access";
import { INTERACTION, lifetimes, SESSION } from "./lifetimes";
import { errorPage } from "./protocol-pages";
import { appOf, entryOf, sessionOf, standingOf, type SessionDeps } from "./request-session";
import { issuesRefreshToken } from "./token-writes";
import { keepAskedLocale } from "./ui-locales";

/*
 * Sign-in of users to apps: authorization code with PKCE (RFC 6749, RFC 7636, RFC 9700), refresh tokens, ID tokens and userinfo
 * (OpenID Connect Core), and sign-out (OpenID Connect RP-Initiated Logout). The pages are in app/(account)/interaction;
 * interaction.ts handles their forms.
 */

export interface FlowDeps extends SessionDeps {
  stores: Stores;
  settings: () => Promise<PlatformSettings>;
  /** Tenant that owns the custom domain; null for the installation's own host. */
  ownerId: number | null;
  /** Returns the branding of a tenant. */
  appearance: (tenantId: number) => Promise<Appearance>;
  /** Stores a grant without consent, because the user granted the same before. Returns its id. */
  renewGrant: (ctx: KoaContextWithOIDC, scopes: string[]) => Promise<string>;
  log: { error: (details: object, message: string) => void };
}

type Context = KoaContextWithOIDC;

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
      if (appOf(deps, ctx).app.appId === null) return Check.NO_NEED_TO_PROMPT;
      return !(await entryOf(deps, ctx, sessionOf(ctx).accountId ?? ""))?.mayOpen;
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
      return !(await hasAuthorized(deps, ctx, tenantId, sessionOf(ctx).accountId!, app.appId));
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
 * Returns true if neither a secret or key nor the redirect URI proves the identity of the app. Any program of a device can register a
 * custom scheme or listen on a loopback address. Such an app gets no code without interaction (RFC 8252 §8.6).
 */
function isUnproven(deps: FlowDeps, ctx: Context): boolean {
  const { app, authMethod } = appOf(deps, ctx);
  if (authMethod !== "none" || app.appId === null || !redirecting.has(ctx.oidc.route)) return false;
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
 * the user gave the same grant before or the app is trusted, and the token policy does not require consent each time.
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
  if (grant && (grant.iat ?? 0) >= rightsSince(ctx)) return grant;
  if (ctx.oidc.prompts.has("consent")) return undefined;
  // The session has ended. The prompts demand a sign-in.
  if ((await standingOf(deps, ctx)) === null) return undefined;
  if (
    (acting || !isVouchedFor(deps, ctx)) &&
    !(await hasAuthorized(deps, ctx, tenantId, accountId, app.appId))
  )
    return undefined;
  return provider.Grant.find(await deps.renewGrant(ctx, [...ctx.oidc.requestParamOIDCScopes]));
}

/** Returns true if the trust of the organization stands for the user's consent: not before the user has signed in. */
const isVouchedFor = (deps: FlowDeps, ctx: Context) =>
  appOf(deps, ctx).app.trusted && !ctx.oidc.promptPending("login") && !isUnproven(deps, ctx);

/** Returns true if the user agreed before to all scopes of this request, those of APIs included. */
const hasAuthorized = (
  { people }: Pick<FlowDeps, "people">,
  ctx: Context,
  tenantId: number,
  accountId: string,
  appId: number,
) =>
  people.hasAuthorized(tenantId, accountId, appId, {
    scopes: [...ctx.oidc.requestParamOIDCScopes],
    apiScopes: requestedApiScopes(ctx),
    since: rightsSince(ctx),
  });

/** Returns the interactive part of the provider's configuration. */
export function flowConfiguration(deps: FlowDeps) {
  return {
    scopes: Object.keys(scopeClaims),
    claims: scopeClaims,
    acrValues: Object.values(acr),
    discovery: { ui_locales_supported: [...locales] },
    responseTypes: ["code", "none"],
    // RFC 9700 §2.1.1: S256 only; confidential clients may opt out.
    pkce: {
      required: (_ctx, client) => {
        const { app } = deps.recordOf(client);
        return app === null || app.fapi || app.requirePkce;
      },
    },
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
    expiresWithSession: async (ctx, source) => {
      if (source.scopes.has("offline_access")) return false;
      // The device polls: its code must not be approved before the session is stored, without which the code is invalid.
      if (source.kind === "DeviceCode") await sessionOf(ctx).save(SESSION);
      return true;
    },
    // Refresh tokens are issued also without offline_access. Such a token ends with the browser session.
    issueRefreshToken: (_ctx, client) => issuesRefreshToken(client),
    rotateRefreshToken: true,
    ttl: lifetimes(deps.recordOf)!,
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
