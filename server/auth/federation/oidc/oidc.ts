import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  type CustomFetch,
  type ServerMetadata,
} from "openid-client";
import { LRUCache } from "lru-cache";
import { isGitHub, signsItsSecret, type OidcSettings } from "../../../domain/federation/oidc/oidc.schema";
import {
  readIdentity,
  type EmailWord,
  type FederatedIdentity,
} from "../../../domain/federation/federated-identity";
import { hashSecret } from "../../../kernel/http/client-id";
import type { GuardedRequest } from "../../../ports/guarded-fetch";
import { bySignedSecret, nameBeside } from "./apple";
import { gitHubConfiguration, gitHubIdentity } from "./github";
import { describeError, OutsideRefusal, type Connection, type Protocol, type Reach } from "../protocol";
import { defineTexts } from "../../../kernel/texts/define";

export const providerTexts = defineTexts("provider", {
  not_taken: "The provider's answer was not taken: {reason}",
  not_reached: "The provider was not reached: {reason}",
  answered_error: "The provider answered {error}.",
  no_id_token: "The provider gave no ID token.",
  no_subject: "The provider names no subject that could be kept.",
  no_github_subject: "GitHub names no subject that could be kept.",
  // Findings of a connection test.
  github_untried: "GitHub has no discovery: the first sign-in will show.",
  issuer_answers: "The issuer {issuer} answers, and is who it says.",
  no_pkce: "It does not say that it knows PKCE; it is sent all the same.",
  client_untried: "Whether it takes the client and its secret shows at the first sign-in.",
});

/**
 * Returns the provider's configuration. Without a secret, the client is public, and only PKCE protects it. The requests are
 * made for the organization `by` (guarded-exchange.ts).
 */
export type Configure = (settings: OidcSettings, secret: string | null, by: string) => Promise<Configuration>;

/** Time in milliseconds for which the result of a discovery is cached. */
const REMEMBERED_MS = 5 * 60_000;

/** Creates the lookup of configurations by discovery. It caches them, because every sign-in needs a configuration twice. */
export function createConfigure(reach: Reach): Configure {
  const known = new LRUCache<string, Promise<Configuration>>({ max: 1_000, ttl: REMEMBERED_MS });
  return (settings, secret, by) => {
    const { issuer, clientId, teamId, keyId } = settings;
    const key = hashSecret(JSON.stringify([by, issuer, clientId, teamId, keyId, secret]));
    const remembered = known.get(key);
    if (remembered) return remembered;
    const asked = configurationFor(reach, settings, secret, by);
    known.set(key, asked);
    asked.catch(() => known.delete(key));
    return asked;
  };
}

/** Values that are stored until the browser returns from the provider. */
export interface OidcKept {
  verifier: string;
  nonce: string;
}

/** Timeout of a request to the provider in seconds. */
const TIMEOUT_S = 10;

/** Sends openid-client's requests through the guard, which checks every address before it connects. */
const guardedFetch =
  (request: GuardedRequest, by: string): CustomFetch =>
  async (url, { method, headers, body }) => {
    const sent = new Headers(headers);
    const answer = await request(url, {
      by,
      method,
      headers: Object.fromEntries(sent),
      ...(body !== undefined && body !== null && { body: textOf(body) }),
    });
    const empty = answer.status === 204 || answer.status === 304;
    return new Response(empty ? null : answer.text, { status: answer.status, headers: answer.headers });
  };

function textOf(body: unknown): string {
  if (typeof body === "string") return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError("only texts and forms are sent");
}

/**
 * Returns the provider's configuration by discovery (OpenID Connect Discovery 1.0 §4). The issuer must be the requested one, and
 * the provider must offer the code flow.
 */
export async function configurationFor(
  { request, allowPrivate }: Reach,
  settings: OidcSettings,
  secret: string | null,
  by: string,
): Promise<Configuration> {
  const fetch = guardedFetch(request, by);
  if (isGitHub(settings)) return gitHubConfiguration(settings, secret, fetch);
  const discovered = await discovery(new URL(settings.issuer), settings.clientId, undefined, None(), {
    [customFetch]: fetch,
    timeout: TIMEOUT_S,
    ...(allowPrivate && { execute: [allowInsecureRequests] }),
  });
  const metadata = discovered.serverMetadata();
  const proof =
    signsItsSecret(settings) && secret !== null
      ? bySignedSecret(settings, secret)
      : proofOf(metadata, secret);
  const configuration = new Configuration(metadata, settings.clientId, undefined, proof);
  configuration[customFetch] = fetch;
  configuration.timeout = TIMEOUT_S;
  if (allowPrivate) allowInsecureRequests(configuration);
  // In the code flow, TLS may replace the check of the ID token's signature (OpenID Connect Core §3.1.3.7, 6). Here the signature
  // is checked as well.
  enableNonRepudiationChecks(configuration);
  return configuration;
}

/**
 * Returns the client authentication: in the form if the provider publishes only this method, otherwise in the header. The header is
 * the default if a provider publishes no methods (OpenID Connect Discovery §3).
 */
function proofOf({ token_endpoint_auth_methods_supported: methods }: ServerMetadata, secret: string | null) {
  if (secret === null) return None();
  const inForm = methods?.includes("client_secret_post") && !methods.includes("client_secret_basic");
  return inForm ? ClientSecretPost(secret) : ClientSecretBasic(secret);
}

/** Returns the address of the redirect, with `state` to recognize the return, and the values to store. */
export async function beginOidc(
  configuration: Configuration,
  settings: OidcSettings,
  redirectUri: string,
  state: string,
): Promise<{ location: string; kept: OidcKept }> {
  const kept = { verifier: randomPKCECodeVerifier(), nonce: randomNonce() };
  const location = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: settings.scopes,
    state,
    code_challenge: await calculatePKCECodeChallenge(kept.verifier),
    code_challenge_method: "S256",
    ...(!isGitHub(settings) && { nonce: kept.nonce }),
    // Apple returns an address or a name only in a form post.
    ...(signsItsSecret(settings) && { response_mode: "form_post" }),
  });
  return { location: location.href, kept };
}

/**
 * Converts the answer at the redirect URI to an identity. Checks state, iss (RFC 9207), the code with PKCE, the ID token with its
 * signature, audience, times and nonce, and that userinfo has the same subject. Throws OutsideRefusal if a check fails.
 */
export async function finishOidc(
  configuration: Configuration,
  settings: OidcSettings,
  answered: URL,
  { verifier, nonce }: OidcKept,
  state: string,
): Promise<FederatedIdentity> {
  const errorName = answered.searchParams.get("error");
  if (errorName !== null)
    throw new OutsideRefusal(providerTexts.answered_error({ error: errorName.slice(0, 100) }));
  try {
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    if (isGitHub(settings)) {
      const tokens = await authorizationCodeGrant(configuration, answered, checks);
      const identity = await gitHubIdentity(configuration, tokens.access_token, settings);
      if (!identity) throw new OutsideRefusal(providerTexts.no_github_subject());
      return identity;
    }
    const tokens = await authorizationCodeGrant(configuration, answered, {
      ...checks,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new OutsideRefusal(providerTexts.no_id_token());
    const info = configuration.serverMetadata().userinfo_endpoint
      ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : {};
    // The ID token is signed, so its claims override those of userinfo.
    const beside = signsItsSecret(settings) ? unsignedName(answered, settings) : {};
    const all: Record<string, unknown> = { ...beside, ...info, ...claims };
    const attribute = (name: string) => (Object.hasOwn(all, name) ? all[name] : undefined);
    const word = emailWord(settings.attributes.email, [claims, info]);
    const identity = readIdentity(settings, claims.sub, attribute, word);
    if (!identity) throw new OutsideRefusal(providerTexts.no_subject());
    return { ...identity, namesAsserted: Object.keys(beside).length === 0 };
  } catch (error) {
    if (error instanceof OutsideRefusal) throw error;
    throw new OutsideRefusal(providerTexts.not_taken({ reason: describeError(error) }), { cause: error });
  }
}

/** Returns the claims of the unsigned name. Omits claims that are mapped to the address, the user name or the phone number. */
function unsignedName(answered: URL, { attributes: { email, userName, phone } }: OidcSettings) {
  const others = [email, userName, phone];
  return Object.fromEntries(Object.entries(nameBeside(answered)).filter(([name]) => !others.includes(name)));
}

type Claims = Record<string, unknown>;

/** Returns the address in this claim. If the claim has several values, returns the first. */
function addressIn(claims: Claims, attribute: string): string | null {
  const value = Object.hasOwn(claims, attribute) ? claims[attribute] : undefined;
  const [first] = Array.isArray(value) ? (value as unknown[]) : [value];
  return typeof first === "string" ? first.trim().toLowerCase() : null;
}

const isTrue = (value: unknown) => value === true || value === "true";

/**
 * Returns how the sources of an OpenID provider (ID token, userinfo) vouch for the address in the claim `attribute`.
 * `email_verified` applies only to the claim `email` of the same source (OpenID Connect Core §5.1).
 */
function emailWord(attribute: string, sources: readonly Claims[]): EmailWord {
  const telling = sources.filter((claims) => addressIn(claims, attribute) !== null);
  if (new Set(telling.map((claims) => addressIn(claims, attribute))).size > 1) return "contradicted";
  if (attribute !== "email") return "nothing";
  const denied = sources.some(
    (claims) => Object.hasOwn(claims, "email_verified") && !isTrue(claims["email_verified"]),
  );
  return !denied && telling.some((claims) => isTrue(claims["email_verified"])) ? "verified" : "nothing";
}

export const oidc: Protocol<"oidc"> = {
  tryConnection: async ({ settings, secret, by }, reach, findings) => {
    const metadata = (await configurationFor(reach, settings, secret, by)).serverMetadata();
    if (isGitHub(settings)) findings.push(providerTexts.github_untried());
    else {
      findings.push(providerTexts.issuer_answers({ issuer: metadata.issuer }));
      if (metadata.code_challenge_methods_supported?.includes("S256") !== true)
        findings.push(providerTexts.no_pkce());
    }
    findings.push(providerTexts.client_untried());
  },
  start: ({ reach }) => {
    const configure = createConfigure(reach);
    /** Returns the provider's metadata. Throws OutsideRefusal if the provider does not answer. */
    const discover = ({ settings, secret, by }: Connection<OidcSettings>) =>
      configure(settings, secret, by).catch((error: unknown) => {
        throw new OutsideRefusal(providerTexts.not_reached({ reason: describeError(error) }), {
          cause: error,
        });
      });
    return {
      signIn: "redirect",
      begin: async (provider, state) =>
        beginOidc(await discover(provider), provider.settings, provider.address("callback"), state),
      endpoints: {
        callback: {
          // A provider may answer with a form (OAuth 2.0 Form Post Response Mode), as Apple does.
          methods: ["GET", "POST"],
          mostBytes: 32_000,
          readAnswer: (url, form) => {
            const answered = new URL(url);
            if (form !== null) answered.search = form;
            return {
              state: answered.searchParams.get("state"),
              identify: async (provider, { kept, state }) =>
                finishOidc(
                  await discover(provider),
                  provider.settings,
                  // Behind a proxy, the address of this request differs from the one sent to the provider.
                  new URL(provider.address("callback") + answered.search),
                  // `begin` returned these values.
                  kept as OidcKept,
                  state,
                ),
            };
          },
        },
      },
    };
  },
};
