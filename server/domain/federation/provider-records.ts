import { createHash, createPrivateKey } from "node:crypto";
import { and, asc, eq, inArray, isNotNull } from "drizzle-orm";
import { inNameOrder } from "@/db/kit";
import { appConnectors } from "@/db/tenant/app-access";
import { identityProviders } from "@/db/tenant/federation";
import type { Ports } from "@/server/kernel/operation/ports";
import type { ReadTx, Row } from "@/server/kernel/operation/store";
import { refusedField } from "@/server/kernel/texts/field";
import { must } from "@/server/kernel/strings/must";
import { Configuration, kinds } from "./federation.schema";
import {
  isProviderKind,
  kindFacts,
  providerConnectors,
  providerKinds,
  type ProviderKind,
} from "./kinds.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

export const identityProviderRefusals = defineRefusals("identity_provider", {
  not_found: { status: 404, text: "There is no such identity provider." },
  /** A newer version stored the provider. */
  kind_not_supported: {
    status: 409,
    text: "This version of Castellan does not support this kind of identity provider.",
  },
  secret_not_signing_key: {
    status: 400,
    text: "secret: must be a private key for ES256 in PEM form (-----BEGIN PRIVATE KEY-----).",
    field: "secret",
  },
  name_in_use: { status: 400, text: "name: is another provider's already.", field: "name" },
  kind_not_changeable: {
    status: 400,
    text: "configuration: a provider's kind cannot change; add another one.",
    field: "configuration.kind",
  },
  /** Another issuer or entity ID could assert the identities of the linked people. */
  one_person_linked: {
    status: 400,
    text: "This cannot change while 1 person is linked; add another provider.",
  },
  people_linked: {
    status: 400,
    text: "This cannot change while {people} people are linked; add another provider.",
  },
  /** Prevents that the server sends the stored secret to another server or in clear, or sends a signing key as a secret. */
  secret_required_again: {
    status: 400,
    text: "secret: must be given again when the address, its encryption or the kind of the secret changes.",
    field: "secret",
  },
});

export type ProviderRecord = Row<typeof identityProviders>;
/** A provider whose kind this version has. */
export type KnownProvider = ProviderRecord & { kind: ProviderKind };

export const isKnown = (provider: ProviderRecord): provider is KnownProvider => isProviderKind(provider.kind);

/**
 * Parses the configuration of a stored provider by the schema of the provider's kind. Settings that a newer version added get
 * their default values. Throws if only another version has the kind.
 */
export function configurationOf({ kind, settings }: Pick<ProviderRecord, "kind" | "settings">) {
  if (!isProviderKind(kind)) throw identityProviderRefusals.kind_not_supported();
  return Configuration.parse({ kind, settings });
}

/**
 * Returns the enabled providers that an app offers, ordered by name. The connector for the provider's kind must be approved and
 * enabled for the app.
 */
export async function offeredProviders(
  tx: Pick<ReadTx, "appConnectors" | "identityProviders">,
  appId: number,
): Promise<KnownProvider[]> {
  const on = await tx.appConnectors.list({
    where: and(
      eq(appConnectors.appId, appId),
      eq(appConnectors.enabled, true),
      isNotNull(appConnectors.approvedAt),
      inArray(appConnectors.name, providerConnectors),
    )!,
  });
  const names = new Set(on.map(({ name }) => name));
  const offered = providerKinds.filter((kind) => names.has(kindFacts[kind].connector));
  if (offered.length === 0) return [];
  const providers = await tx.identityProviders.list({
    where: and(eq(identityProviders.enabled, true), inArray(identityProviders.kind, offered))!,
    orderBy: [asc(inNameOrder(identityProviders.nameKey))],
  });
  return providers.filter(isKnown);
}

/** The schema's messages about an address that does not use https. */
const notHttps = [must("not_https_url"), must("not_web_address")];

/**
 * Refuses a configuration with an address that this server must not request. Also refuses an unencrypted connection to a
 * directory.
 */
export async function refuseAddress(ports: Ports, { kind, settings }: Configuration, by: string) {
  const address = kinds[kind].requestAddress(settings);
  const objection = address ? await ports.outboundObjection(address.url, by) : null;
  if (!address || objection === null) return;
  const { field, isEncrypted } = address;
  const isInClear = !isEncrypted && notHttps.includes(objection);
  throw refusedField(`configuration.settings.${field}`, isInClear ? must("not_encrypted") : objection, field);
}

/** Returns what the secret of this provider is. Returns null if its kind has no secret. */
const secretUse = ({ kind, settings }: Configuration) => kinds[kind].secret?.use(settings) ?? null;

/** Returns the settings that decide which server gets the secret. Returns null if the kind has no secret. */
const secretReceiver = ({ kind, settings }: Configuration) => kinds[kind].secret?.receiver(settings) ?? null;

/** Settings that decide which server gets the secret, and as what. A stored secret is only for an equal value. */
export const secretPurpose = (configuration: Configuration) => ({
  use: secretUse(configuration),
  receiver: secretReceiver(configuration),
});

/** Refuses a secret that is not a valid signing key. Applies only if Castellan signs with the secret (Apple). */
export function refuseSigningKey(configuration: Configuration, secret: string | null | undefined) {
  if (secretUse(configuration) === "signing_key" && !isSigningKey(secret ?? ""))
    throw identityProviderRefusals.secret_not_signing_key();
}

function isSigningKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === "prime256v1";
  } catch {
    return false;
  }
}

/** Returns the SHA-256 fingerprints of the certificates in a PEM text, as hexadecimal texts. */
const fingerprintsIn = (pem: string) =>
  Array.from(pem.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g), ([, body = ""]) =>
    createHash("sha256").update(Buffer.from(body, "base64")).digest("hex"),
  );

/** Returns a provider's settings for the audit log. Replaces certificates with their fingerprints. */
export const recordSettings = ({ kind, settings }: { kind: ProviderKind; settings: object }) =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]): [string, unknown] => [
      name,
      kinds[kind].certificates.includes(name) && typeof value === "string" ? fingerprintsIn(value) : value,
    ]),
  );
