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
import { isGitHub, signsItsSecret, type OidcSettings } from "../../domain/federation/federation.schema";
import { readIdentity, type FederatedIdentity } from "../../domain/federation/federated-identity";
import { hashSecret } from "../../kernel/client-id";
import { connectionProblem } from "../../ports/connection-problem";
import type { GuardedRequest } from "../../ports/guarded-fetch";
import { bySignedSecret, nameBeside } from "./apple";
import { gitHubConfiguration, gitHubIdentity } from "./github";
import { OutsideRefusal } from "./refusal";
import { emailWord } from "./vouched";
import { CodedError } from "../../kernel/texts/coded-error";
import type { CodedText } from "../../kernel/texts/define";
import { providerTexts } from "../../kernel/texts/providers";

/** How the server reaches providers. */
export interface Reach {
  request: GuardedRequest;
  /** Whether http, private addresses and directories in the clear are allowed. */
  allowPrivate: boolean;
}

/** The provider's configuration; without a secret a public client, which PKCE alone protects. */
export type Configure = (settings: OidcSettings, secret: string | null) => Promise<Configuration>;

/** How long what a provider says of itself is believed without asking again. */
const REMEMBERED_MS = 5 * 60_000;

/** Configurations by discovery, remembered for a while: every sign-in needs one twice. */
export function createConfigure(reach: Reach): Configure {
  const known = new LRUCache<string, Promise<Configuration>>({ max: 1_000, ttl: REMEMBERED_MS });
  return (settings, secret) => {
    const { issuer, clientId, teamId, keyId } = settings;
    const key = hashSecret(JSON.stringify([issuer, clientId, teamId, keyId, secret]));
    const remembered = known.get(key);
    if (remembered) return remembered;
    const asked = configurationFor(reach, settings, secret);
    known.set(key, asked);
    asked.catch(() => known.delete(key));
    return asked;
  };
}

/** What must be known again when somebody comes back. */
export interface OidcKept {
  verifier: string;
  nonce: string;
}

/** How long the provider may take for an answer, in seconds. */
const TIMEOUT_S = 10;

/** openid-client's requests, through the guard that looks at every address it connects to. */
export const guardedFetch =
  (request: GuardedRequest): CustomFetch =>
  async (url, { method, headers, body }) => {
    const sent = new Headers(headers);
    const answer = await request(url, {
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
 * What the provider says of itself, by discovery (OpenID Connect Discovery 1.0 §4); its issuer must be the one that was
 * asked, and it must offer the code flow.
 */
export async function configurationFor(
  { request, allowPrivate }: Reach,
  settings: OidcSettings,
  secret: string | null,
): Promise<Configuration> {
  const fetch = guardedFetch(request);
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
  // The code flow lets TLS stand for the ID token's signature (Core §3.1.3.7, 6); here it is checked as well.
  enableNonRepudiationChecks(configuration);
  return configuration;
}

/** How the client shows its secret: in the header where the provider says nothing (Discovery §3); some take it in the form only. */
function proofOf({ token_endpoint_auth_methods_supported: methods }: ServerMetadata, secret: string | null) {
  if (secret === null) return None();
  const inForm = methods?.includes("client_secret_post") && !methods.includes("client_secret_basic");
  return inForm ? ClientSecretPost(secret) : ClientSecretBasic(secret);
}

/** Where to send somebody, with `state` to recognize them by, and what to keep meanwhile. */
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
    // Apple refuses to tell an address or a name in any other way.
    ...(signsItsSecret(settings) && { response_mode: "form_post" }),
  });
  return { location: location.href, kept };
}

/**
 * Turns the answer at the redirect URI into an identity: state, iss (RFC 9207), code with PKCE, ID token with its signature,
 * audience, times and nonce, and the userinfo of the same subject. Throws OutsideRefusal for whatever is not as it must be.
 */
export async function finishOidc(
  configuration: Configuration,
  settings: OidcSettings,
  answered: URL,
  { verifier, nonce }: OidcKept,
  state: string,
): Promise<FederatedIdentity> {
  const told = answered.searchParams.get("error");
  if (told !== null) throw new OutsideRefusal(providerTexts.answered_error({ error: told.slice(0, 100) }));
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
    // The ID token is signed, so it goes before what userinfo says.
    const beside = signsItsSecret(settings) ? unsignedName(answered, settings) : {};
    const all: Record<string, unknown> = { ...beside, ...info, ...claims };
    const attribute = (name: string) => (Object.hasOwn(all, name) ? all[name] : undefined);
    const word = emailWord(settings.attributes.email, [claims, info]);
    const identity = readIdentity(settings, claims.sub, attribute, word);
    if (!identity) throw new OutsideRefusal(providerTexts.no_subject());
    return identity;
  } catch (error) {
    if (error instanceof OutsideRefusal) throw error;
    throw new OutsideRefusal(providerTexts.not_taken({ reason: describe(error) }), { cause: error });
  }
}

/** The name that nobody signed, without what is mapped to anything else than a name. */
function unsignedName(answered: URL, { attributes: { email, userName, phone } }: OidcSettings) {
  const others = [email, userName, phone];
  return Object.fromEntries(Object.entries(nameBeside(answered)).filter(([name]) => !others.includes(name)));
}

/** What went wrong, in one line; a cause often says more than its error. */
export function describe(error: unknown): CodedText | string {
  if (error instanceof CodedError) return error.text;
  const problem = connectionProblem(error);
  if (problem !== null) return problem;
  if (!(error instanceof Error)) return "unknown error";
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : "";
  return `${error.message}${cause}`.slice(0, 500);
}
