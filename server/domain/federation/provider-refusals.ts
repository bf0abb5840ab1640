import { createPrivateKey } from "node:crypto";
import { invalid } from "@/server/kernel/errors";
import type { Ports } from "@/server/kernel/ports";
import { isGitHub, signsItsSecret, type Configuration } from "./federation.schema";
import { APPLE_ISSUER } from "./presets.schema";

/** Refuses an address that this server must not call, a directory that would be asked in the clear, and scopes without `openid`. */
export async function refuseAddress(ports: Ports, configuration: Configuration) {
  const { kind, settings } = configuration;
  if (kind === "saml") return;
  if (kind === "oidc") {
    const objection = await ports.outboundObjection(settings.issuer);
    if (objection !== null) throw invalid(`issuer: ${objection}.`, "configuration.settings.issuer");
    // OpenID Connect Core §3.1.2.1: without it there is no ID token, so nobody would be known.
    if (!isGitHub(settings) && !settings.scopes.split(/\s+/).includes("openid"))
      throw invalid("scopes: must hold openid.", "configuration.settings.scopes");
    return;
  }
  const encrypted = settings.startTls || settings.url.toLowerCase().startsWith("ldaps:");
  const asWeb = settings.url.replace(/^ldaps?:/i, encrypted ? "https:" : "http:");
  const objection = await ports.outboundObjection(asWeb);
  if (objection !== null)
    throw invalid(
      `url: ${encrypted || !objection.includes("https") ? objection : "must begin with ldaps://, or StartTLS must be on"}.`,
      "configuration.settings.url",
    );
}

/**
 * Refuses half of what a signed secret needs, none of it for Apple, which takes no other, and a secret that is no key to sign
 * it with; `kept`: whether there is one that stays.
 */
export function refuseKey(
  { kind, settings }: Configuration,
  secret: string | null | undefined,
  kept: boolean,
) {
  if (kind !== "oidc") return;
  const { issuer, teamId, keyId } = settings;
  if (teamId === "" && keyId === "" && issuer.replace(/\/$/, "") === APPLE_ISSUER)
    throw invalid(
      "teamId: Apple needs one, with keyId and the key as the secret.",
      "configuration.settings.teamId",
    );
  if ((teamId === "") !== (keyId === "")) {
    const missing = teamId === "" ? "teamId" : "keyId";
    throw invalid(
      `${missing}: must be given together with the other one.`,
      `configuration.settings.${missing}`,
    );
  }
  if (!signsItsSecret(settings) || (secret === undefined && kept)) return;
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
