import { createPrivateKey } from "node:crypto";
import { must } from "@/server/kernel/strings/must";
import type { Ports } from "@/server/kernel/operation/ports";
import { identityProviderRefusals } from "@/server/kernel/refusals/identity-providers";
import { refusedField } from "@/server/kernel/refusals/field";
import { signsItsSecret, type Configuration } from "./federation.schema";

/** The schema's messages about an address that does not use https. */
const notHttps = [must("not_https_url"), must("not_web_address")];

/**
 * Refuses a configuration with an address that this server must not request. Also refuses an unencrypted connection to a
 * directory.
 */
export async function refuseAddress(ports: Ports, configuration: Configuration, by: string) {
  const { kind, settings } = configuration;
  if (kind === "saml") return;
  if (kind === "oidc") {
    const objection = await ports.outboundObjection(settings.issuer, by);
    if (objection !== null) throw refusedField("configuration.settings.issuer", objection, "issuer");
    return;
  }
  const encrypted = settings.startTls || settings.url.toLowerCase().startsWith("ldaps:");
  const asWeb = settings.url.replace(/^ldaps?:/i, encrypted ? "https:" : "http:");
  const objection = await ports.outboundObjection(asWeb, by);
  if (objection === null) return;
  const isInClear = !encrypted && notHttps.includes(objection);
  throw refusedField("configuration.settings.url", isInClear ? must("not_encrypted") : objection, "url");
}

/**
 * Refuses a secret that is not a valid signing key. Applies only if Castellan signs the client secret (Apple). `kept` is true
 * if the change keeps the stored secret.
 */
export function refuseKey(
  { kind, settings }: Configuration,
  secret: string | null | undefined,
  kept: boolean,
) {
  if (kind !== "oidc" || !signsItsSecret(settings) || (secret === undefined && kept)) return;
  if (!isSigningKey(secret ?? "")) throw identityProviderRefusals.secret_not_signing_key();
}

function isSigningKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === "prime256v1";
  } catch {
    return false;
  }
}
