import { createPrivateKey } from "node:crypto";
import { invalid } from "@/server/kernel/errors";
import type { Ports } from "@/server/kernel/ports";
import { signsItsSecret, type Configuration } from "./federation.schema";

/** Refuses an address that this server must not call, and a directory that would be asked in the clear. */
export async function refuseAddress(ports: Ports, configuration: Configuration, by: string) {
  const { kind, settings } = configuration;
  if (kind === "saml") return;
  if (kind === "oidc") {
    const objection = await ports.outboundObjection(settings.issuer, by);
    if (objection !== null) throw invalid(`issuer: ${objection}.`, "configuration.settings.issuer");
    return;
  }
  const encrypted = settings.startTls || settings.url.toLowerCase().startsWith("ldaps:");
  const asWeb = settings.url.replace(/^ldaps?:/i, encrypted ? "https:" : "http:");
  const objection = await ports.outboundObjection(asWeb, by);
  if (objection !== null)
    throw invalid(
      `url: ${encrypted || !objection.includes("https") ? objection : "must begin with ldaps://, or StartTLS must be on"}.`,
      "configuration.settings.url",
    );
}

/** Refuses a secret that is no key to sign one with where one is to be signed; `kept`: whether there is one that stays. */
export function refuseKey(
  { kind, settings }: Configuration,
  secret: string | null | undefined,
  kept: boolean,
) {
  if (kind !== "oidc" || !signsItsSecret(settings) || (secret === undefined && kept)) return;
  if (!isSigningKey(secret ?? ""))
    throw invalid(
      "secret: must be a private key for ES256 in PEM form (-----BEGIN PRIVATE KEY-----).",
      "secret",
    );
}

function isSigningKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === "prime256v1";
  } catch {
    return false;
  }
}
