import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { configurationFor, finishOidc } from "@/server/auth/federation/oidc/oidc";
import { OutsideRefusal } from "@/server/auth/federation/protocol";
import { OidcFields } from "@/server/domain/federation/oidc/oidc.schema";
import { EmailAddress } from "@/server/kernel/fields";
import { check, jsonOf, refusingLater, type Target } from "./target";

const ISSUER = "https://idp.example";
const settings = OidcFields.parse({
  issuer: ISSUER,
  clientId: "client",
  trustEmail: false,
  scopes: "openid email",
});
const { privateKey, publicKey } = await generateKeyPair("RS256");
const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: "k", alg: "RS256", use: "sig" }] };
const nonce = "n".repeat(43);
const state = "s".repeat(43);
const discovery = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  userinfo_endpoint: `${ISSUER}/userinfo`,
  jwks_uri: `${ISSUER}/jwks`,
  response_types_supported: ["code"],
  id_token_signing_alg_values_supported: ["RS256"],
};

type Parts = Partial<Record<"discovery" | "claims" | "userinfo" | "token" | "callback", unknown>>;
const object = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

/** Answers of an OpenID Connect provider: metadata, tokens, claims and userinfo. */
export const target: Target = {
  words: [
    "iss",
    "sub",
    "aud",
    "exp",
    "nonce",
    "email",
    "email_verified",
    "azp",
    "client",
    ISSUER,
    "__proto__",
    "at_hash",
    "code",
    "state",
    "id_token",
    "access_token",
    "token_type",
    "Bearer",
    "userinfo_endpoint",
    "https://evil.example",
    "http://127.0.0.1",
    "none",
    "HS256",
  ],
  json: true,
  run: async (input) => {
    const parts = object(jsonOf(input)) as Parts;
    const now = Math.floor(Date.now() / 1_000);
    const usual = { iss: ISSUER, aud: "client", sub: "ada", nonce, iat: now, exp: now + 300 };
    const claims = { ...usual, ...object(parts.claims) };
    const idToken = await new SignJWT(claims)
      .setProtectedHeader({ alg: "RS256", kid: "k" })
      .sign(privateKey)
      .catch(() => "x.y.z");
    const answers: Record<string, unknown> = {
      "/.well-known/openid-configuration":
        "discovery" in parts ? { ...discovery, ...object(parts.discovery) } : discovery,
      "/jwks": jwks,
      "/token": { access_token: "a", token_type: "Bearer", id_token: idToken, ...object(parts.token) },
      "/userinfo": parts.userinfo ?? { sub: "ada" },
    };
    const request = (address: string) => {
      const answer = answers[new URL(address).pathname];
      const text = typeof answer === "string" ? answer : JSON.stringify(answer ?? null);
      return Promise.resolve({
        status: answer === undefined ? 404 : 200,
        headers: { "content-type": "application/json" },
        text,
      });
    };
    const configuration = await refusingLater(
      () => configurationFor({ request, allowPrivate: false }, settings, "secret", "1"),
      Error,
    );
    if (configuration === null) return;
    const callback = new URL(`https://castellan.example/cb?code=c&state=${state}`);
    if (typeof parts.callback === "string") callback.search = parts.callback;
    const identity = await refusingLater(
      () => finishOidc(configuration, settings, callback, { verifier: "v".repeat(43), nonce }, state),
      OutsideRefusal,
    );
    if (identity === null) return;
    check(
      claims.iss === ISSUER && [claims.aud].flat().includes("client") && claims.nonce === nonce,
      "a token for us",
    );
    check(identity.subject === claims.sub && identity.subject !== "", "the subject that was signed");
    check(
      identity.email === null || EmailAddress.safeParse(identity.email).data === identity.email,
      "an address",
    );
    check(!identity.emailVerified || identity.email !== null, "what is verified is an address");
  },
};
