import * as z from "zod";
import { Id } from "@/server/kernel/fields";
import { must } from "@/server/kernel/strings/must";
import { PEM_CERTIFICATES } from "@/server/kernel/http/certificate-text";
import { verbatim } from "@/server/kernel/strings/composed";

/** Maximum number of registered keys of an app. */
const MAX_KEYS = 10;

const Part = z.string().min(1).max(1_400);

/** Algorithms of client assertions (RFC 7523), by the kind of key. Symmetric algorithms and `none` are not allowed. */
const algorithmsOf = {
  RSA: ["RS256", "PS256"],
  EC: ["ES256"],
  OKP: ["EdDSA", "Ed25519"],
} as const;
export const clientKeyAlgorithms = Object.values(algorithmsOf).flat();

/** A JSON Web Key as an app sends it. Members that verification does not need are dropped. */
const SentKey = z
  .looseObject({
    kty: Part,
    kid: z.string().min(1).max(200).optional(),
    alg: z.string().max(20).optional(),
    use: z.string().max(20).optional(),
    crv: Part.optional(),
    n: Part.optional(),
    e: Part.optional(),
    x: Part.optional(),
    y: Part.optional(),
  })
  .superRefine((key, context) => {
    const problem = keyProblem(key);
    if (problem !== null) context.addIssue({ code: "custom", message: problem });
  })
  .transform(({ kty, kid, alg, crv, n, e, x, y }) => ({
    kty: kty as keyof typeof algorithmsOf,
    kid,
    // "EdDSA" and "Ed25519" name the same algorithm for these keys (RFC 9864), so that both are accepted.
    alg: kty === "OKP" ? undefined : alg,
    crv,
    n,
    e,
    x,
    y,
  }));

/** Length in characters of a modulus of 2,048 and of 4,096 bits (base64url). */
const SHORTEST_MODULUS = 342;
const LONGEST_MODULUS = 683;

type Sent = Record<string, unknown> & { kty: string };

/** Returns the schema message for a key that cannot verify signatures, or that is not public. */
function keyProblem(key: Sent): string | null {
  if (["d", "p", "q", "dp", "dq", "qi", "oth", "k"].some((part) => key[part] !== undefined))
    return must("secret_key_part");
  const { kty, alg, use, crv, n, e, x, y } = key;
  const algorithms: readonly string[] = Object.hasOwn(algorithmsOf, kty)
    ? algorithmsOf[kty as keyof typeof algorithmsOf]
    : [];
  const isUsable =
    (use === undefined || use === "sig") &&
    (alg === undefined ? algorithms.length > 0 : algorithms.includes(alg as string)) &&
    (kty === "RSA"
      ? typeof n === "string" &&
        typeof e === "string" &&
        n.length >= SHORTEST_MODULUS &&
        n.length <= LONGEST_MODULUS
      : kty === "EC"
        ? crv === "P-256" && typeof x === "string" && typeof y === "string"
        : crv === "Ed25519" && typeof x === "string");
  return isUsable ? null : must("not_usable_key");
}

/** A set of public keys (RFC 7517 §5). */
export const ClientKeySet = z.object({
  keys: z
    .array(SentKey)
    .min(1, must("no_keys"))
    .max(MAX_KEYS, must("too_many_keys", { max: MAX_KEYS }))
    .refine((keys) => {
      const ids = keys.flatMap(({ kid }) => kid ?? []);
      return new Set(ids).size === ids.length;
    }, must("repeated_key_id")),
});

const methods = [
  "client_secret",
  "private_key_jwt",
  "tls_client_auth",
  "self_signed_tls_client_auth",
] as const;
const Method = z.enum(methods);

/** How an app authenticates at the token endpoint. */
export const AppAuthentication = z.strictObject({
  method: Method.describe(
    "client_secret: by a secret, in a form or in a header. private_key_jwt: by JWTs that the app signs (RFC 7523). " +
      "tls_client_auth: by a certificate of an authority. self_signed_tls_client_auth: by a registered certificate (RFC 8705).",
  ),
  jwks: verbatim(ClientKeySet)
    .nullish()
    .describe(
      `Public keys of the app, up to ${MAX_KEYS}: RSA, EC with P-256 or OKP with Ed25519. Algorithms: ${clientKeyAlgorithms.join(", ")}.`,
    ),
  jwksUri: verbatim(z.url().max(2_000))
    .nullish()
    .describe("Address where the app publishes its keys, instead of jwks."),
  certificates: verbatim(z.string().trim().max(30_000).regex(PEM_CERTIFICATES, must("not_certificates")))
    .nullish()
    .describe(
      "Certificates in PEM form, up to ten: of the app, or of the authorities that issue those of the app.",
    ),
  certificateSubject: verbatim(z.string().trim().min(1).max(500))
    .nullish()
    .describe("With tls_client_auth: a DNS name of the certificate, or the name of its subject (RFC 4514)."),
});

const PublicKey = z.record(z.string(), z.string());

export const CurrentAuthentication = z.object({
  appId: Id,
  method: z.enum([...methods, "none"]),
  jwks: z.object({ keys: z.array(PublicKey) }).nullable(),
  jwksUri: z.string().nullable(),
  certificates: z.string().nullable(),
  certificateSubject: z.string().nullable(),
});

export const ChangedAuthentication = CurrentAuthentication.extend({
  clientSecret: z
    .string()
    .nullable()
    .describe("A new secret if the app authenticates by a secret from now on. Returned only here."),
});
