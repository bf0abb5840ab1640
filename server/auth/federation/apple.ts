import { createPrivateKey, sign } from "node:crypto";
import { ClientSecretPost, type ClientAuth } from "openid-client";
import type { OidcSettings } from "../../domain/federation/federation.schema";

/*
 * Apple has no client secret: its clients sign one themselves, with a key that they fetch there (Sign in with Apple,
 * "Creating a client secret"). It answers with a form, and tells a name once, beside what it signs.
 */

/** How long such a secret is good: it is made anew for each request. Apple takes half a year at most. */
const GOOD_SECONDS = 300;

const base64Of = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A JWT by ES256 (RFC 7518 §3.4) that says who the client is, to the issuer alone. `key`: PKCS #8, in PEM. */
export function signedSecret(
  { issuer, clientId, teamId, keyId }: Pick<OidcSettings, "issuer" | "clientId" | "teamId" | "keyId">,
  key: string,
  now: Date,
): string {
  const at = Math.floor(+now / 1_000);
  const claims = { iss: teamId, sub: clientId, aud: issuer, iat: at, exp: at + GOOD_SECONDS };
  const told = `${base64Of({ alg: "ES256", kid: keyId, typ: "JWT" })}.${base64Of(claims)}`;
  const signature = sign("sha256", Buffer.from(told), {
    key: createPrivateKey(key),
    dsaEncoding: "ieee-p1363",
  });
  return `${told}.${signature.toString("base64url")}`;
}

/** Shows a secret that is signed at that moment. */
export const bySignedSecret =
  (settings: OidcSettings, key: string): ClientAuth =>
  (server, ...request) =>
    ClientSecretPost(signedSecret({ ...settings, issuer: server.issuer }, key, new Date()))(
      server,
      ...request,
    );

/**
 * The name that comes beside the first answer, in the form alone: nobody has signed it, so that of it only what somebody may
 * call themselves is read.
 */
export function nameBeside(answered: URL): { given_name?: string; family_name?: string; name?: string } {
  let user: unknown;
  try {
    user = JSON.parse(answered.searchParams.get("user") ?? "null");
  } catch {
    return {};
  }
  const told = (user as { name?: { firstName?: unknown; lastName?: unknown } } | null)?.name;
  const text = (value: unknown) =>
    typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
  const [given, family] = [text(told?.firstName), text(told?.lastName)];
  const name = [given, family].filter(Boolean).join(" ");
  return {
    ...(given !== undefined && { given_name: given }),
    ...(family !== undefined && { family_name: family }),
    ...(name !== "" && { name }),
  };
}
