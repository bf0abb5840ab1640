import { createPublicKey, type JsonWebKey } from "node:crypto";
import * as z from "zod";
import { Id } from "@/server/kernel/fields";
import type { ClientKey } from "@/db/tenant/apps";
import { command, query } from "@/server/kernel/operation/operation";
import { refusedField } from "@/server/kernel/texts/field";
import { must } from "@/server/kernel/strings/must";
import { appTarget, getTheApp, lockApp, type AppRecord } from "./apps";
import {
  AppAuthentication,
  ChangedAuthentication,
  CurrentAuthentication,
} from "./client-authentication.schema";
import { certificatesIn } from "@/server/kernel/http/certificates";
import { refuseFeatures } from "./features";
import { deleteSecrets, insertSecret } from "./live-secrets";
import { defineRefusals } from "@/server/kernel/texts/define";

const appRefusals = defineRefusals("app", {
  public_without_key: { status: 400, text: "A public client does not authenticate." },
  keys_or_uri: {
    status: 400,
    text: "jwks: give either jwks or jwksUri for private_key_jwt, otherwise neither.",
    field: "jwks",
  },
  certificates_of_method: {
    status: 400,
    text: "certificates: must be given for tls_client_auth and self_signed_tls_client_auth, otherwise not.",
    field: "certificates",
  },
  subject_of_method: {
    status: 400,
    text: "certificateSubject: must be given for tls_client_auth, otherwise not.",
    field: "certificateSubject",
  },
});

const authenticationOf = ({
  id,
  clientType,
  authMethod,
  clientKeys,
  clientKeysUri,
  clientCertificates,
  clientCertificateSubject,
}: AppRecord) => ({
  appId: id,
  method: clientType === "public" ? ("none" as const) : authMethod,
  jwks: clientKeys.length === 0 ? null : { keys: clientKeys.map(withoutUndefined) },
  jwksUri: clientKeysUri,
  certificates: clientCertificates,
  certificateSubject: clientCertificateSubject,
});

const withoutUndefined = (key: ClientKey) =>
  Object.fromEntries(Object.entries(key).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;

/** Returns true if the members of the key are a key that Node can use. The schema checks only their form. */
function isReadable(key: ClientKey): boolean {
  try {
    createPublicKey({ key: withoutUndefined(key) as JsonWebKey, format: "jwk" });
    return true;
  } catch {
    return false;
  }
}

/** Maximum number of certificates of an app. */
const MAX_CERTIFICATES = 10;

/** Curves of keys in certificates, as in JSON Web Keys (RFC 7518, RFC 8037). */
const curves: ReadonlySet<unknown> = new Set(["P-256", "P-384", "P-521", "Ed25519"]);

/** Returns true if all certificates have keys that the provider can use. */
function areReadable(pem: string): boolean {
  try {
    const keys = certificatesIn(pem).map(({ publicKey }) => publicKey.export({ format: "jwk" }));
    return (
      keys.length <= MAX_CERTIFICATES && keys.every(({ kty = "", crv }) => kty === "RSA" || curves.has(crv))
    );
  } catch {
    return false;
  }
}

/** Returns the SHA-256 fingerprints of certificates, for the audit log. */
const fingerprintsOf = (pem: string | null) =>
  pem === null ? [] : certificatesIn(pem).map(({ fingerprint256 }) => fingerprint256);

/** Identifies a key by the members that make it up, not by its `kid`. */
const identityOf = ({ kty, n, e, crv, x, y }: ClientKey) => JSON.stringify([kty, n, e, crv, x, y]);

/** Throws (400) if a part is missing for the method, or belongs to another one. */
function refuseParts({
  method,
  jwks,
  jwksUri,
  certificates,
  certificateSubject,
}: z.output<typeof AppAuthentication>) {
  const given = [jwks, jwksUri].filter(Boolean).length;
  if (given !== (method === "private_key_jwt" ? 1 : 0)) throw appRefusals.keys_or_uri();
  const isByCertificate = method === "tls_client_auth" || method === "self_signed_tls_client_auth";
  if (isByCertificate !== Boolean(certificates)) throw appRefusals.certificates_of_method();
  if ((method === "tls_client_auth") !== Boolean(certificateSubject)) throw appRefusals.subject_of_method();
}

export const getAppAuthentication = query({
  name: "getAppAuthentication",
  rest: "GET /apps/{appId}/authentication",
  console: "apps.authentication",
  capability: "RegisterApps",
  summary: "Get how an app authenticates",
  input: z.strictObject({ appId: Id }),
  output: CurrentAuthentication,
  run: async ({ tx }, { appId }) => authenticationOf(await getTheApp(tx, appId)),
});

export const setAppAuthentication = command({
  name: "setAppAuthentication",
  rest: "PUT /apps/{appId}/authentication",
  console: "apps.setAuthentication",
  capability: "RegisterApps",
  summary: "Set how an app authenticates",
  description:
    "With private_key_jwt, the app signs a JWT with its own key for each request (RFC 7523, OpenID Connect Core §9), and its " +
    "secrets stop working at once. With client_secret, an app without a secret gets one, which is returned only now. " +
    "The tokens that the app got for itself end if the method changes or a key is removed. The address of the keys " +
    "must be public. Refused (400) for a public client.",
  input: AppAuthentication.extend({ appId: Id }),
  output: ChangedAuthentication,
  event: "app_authentication_changed",
  target: appTarget,
  prepare: async ({ ports, actor }, { jwks, jwksUri, certificates }) => {
    if (certificates && !areReadable(certificates))
      throw refusedField("certificates", must("not_certificates"));
    if (jwks && !jwks.keys.every(isReadable)) throw refusedField("jwks", must("not_usable_key"));
    const objection = jwksUri ? await ports.outboundObjection(jwksUri, String(actor.tenantId)) : null;
    if (objection !== null) throw refusedField("jwksUri", objection);
  },
  run: async (
    { tx, changed, labelled, unchanged },
    { appId, method, jwks, jwksUri, certificates, certificateSubject },
  ) => {
    const before = await lockApp(tx, appId);
    if (before.clientType === "public") throw appRefusals.public_without_key();
    refuseParts({ method, jwks, jwksUri, certificates, certificateSubject });
    const after = {
      authMethod: method,
      clientKeys: jwks?.keys ?? [],
      clientKeysUri: jwksUri ?? null,
      clientCertificates: certificates ?? null,
      clientCertificateSubject: certificateSubject ?? null,
    };
    refuseFeatures({ ...before, authMethod: method });
    labelled(before.name);
    changed(recorded(before), recorded(after));
    if (JSON.stringify(recorded(before)) === JSON.stringify(recorded(after))) {
      unchanged();
      return { ...authenticationOf(before), clientSecret: null };
    }
    const kept = new Set(after.clientKeys.map(identityOf));
    const isMethodNew = before.authMethod !== method;
    const endsTokens =
      isMethodNew ||
      before.clientKeysUri !== after.clientKeysUri ||
      before.clientCertificates !== after.clientCertificates ||
      before.clientCertificateSubject !== after.clientCertificateSubject ||
      before.clientKeys.some((key) => !kept.has(identityOf(key)));
    const generation = before.secretGeneration + (endsTokens ? 1 : 0);
    if (isMethodNew) await deleteSecrets(tx, appId);
    const secret =
      isMethodNew && method === "client_secret" ? await insertSecret(tx, { appId, generation }) : null;
    const row = (await tx.apps.update(appId, { ...after, secretGeneration: generation }))!;
    return { ...authenticationOf(row), clientSecret: secret?.clientSecret ?? null };
  },
});

/** Returns the fields in the form of the audit log: public keys as JSON. */
const recorded = ({
  authMethod,
  clientKeys,
  clientKeysUri,
  clientCertificates,
  clientCertificateSubject,
}: Pick<
  AppRecord,
  "authMethod" | "clientKeys" | "clientKeysUri" | "clientCertificates" | "clientCertificateSubject"
>) => ({
  authMethod,
  clientKeys: clientKeys.map((key) => JSON.stringify(withoutUndefined(key), Object.keys(key).sort())),
  clientKeysUri,
  clientCertificates: fingerprintsOf(clientCertificates),
  clientCertificateSubject,
});
