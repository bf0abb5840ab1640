import { createPrivateKey, sign } from "node:crypto";
import { ClientSecretPost, type ClientAuth } from "openid-client";
import type { OidcSettings } from "../../../domain/federation/oidc/oidc.schema";

/*
 * Sign in with Apple, "Creating a client secret": Apple issues no client secret. Clients sign one themselves with a key from
 * Apple. Apple answers with a form, and sends the name only once, beside the signed data.
 */

/** Lifetime of a secret in seconds. Each request gets a new one. Apple accepts at most half a year. */
const GOOD_SECONDS = 300;

const base64Of = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Returns a JWT signed with ES256 (RFC 7518 §3.4) that identifies the client to the issuer. `key` is PKCS #8 in PEM. */
export function signedSecret(
  { issuer, clientId, teamId, keyId }: Pick<OidcSettings, "issuer" | "clientId" | "teamId" | "keyId">,
  key: string,
  now: Date,
): string {
  const at = Math.floor(+now / 1_000);
  const claims = { iss: teamId, sub: clientId, aud: issuer, iat: at, exp: at + GOOD_SECONDS };
  const signedPart = `${base64Of({ alg: "ES256", kid: keyId, typ: "JWT" })}.${base64Of(claims)}`;
  const signature = sign("sha256", Buffer.from(signedPart), {
    key: createPrivateKey(key),
    dsaEncoding: "ieee-p1363",
  });
  return `${signedPart}.${signature.toString("base64url")}`;
}

/** Authenticates the client with a secret that is signed for each request. */
export const bySignedSecret =
  (settings: OidcSettings, key: string): ClientAuth =>
  (server, ...request) =>
    ClientSecretPost(signedSecret({ ...settings, issuer: server.issuer }, key, new Date()))(
      server,
      ...request,
    );

/**
 * Returns the name in the form of the first answer. The form is not signed, so only names that users may choose themselves are
 * read.
 */
export function nameBeside(answered: URL): { given_name?: string; family_name?: string; name?: string } {
  let user: unknown;
  try {
    user = JSON.parse(answered.searchParams.get("user") ?? "null");
  } catch {
    return {};
  }
  const parts = (user as { name?: { firstName?: unknown; lastName?: unknown } } | null)?.name;
  const text = (value: unknown) =>
    typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
  const [given, family] = [text(parts?.firstName), text(parts?.lastName)];
  const name = [given, family].filter(Boolean).join(" ");
  return {
    ...(given !== undefined && { given_name: given }),
    ...(family !== undefined && { family_name: family }),
    ...(name !== "" && { name }),
  };
}
