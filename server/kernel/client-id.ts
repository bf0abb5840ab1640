import { createHash, randomBytes } from "node:crypto";

/*
 * Names and secrets of OAuth clients. A client id tells where its row lives, so that /token finds it by one key.
 */

/** 132 random bits: 22 characters. */
const unique = () => randomBytes(17).toString("base64url").slice(0, 22);

export const newTenantClientId = (tenantId: number) => `t${tenantId}_${unique()}`;
export const newPlatformClientId = () => `platform_${unique()}`;

/** The built-in client of a tenant's account page (auth/account): there is no row of it, and no secret. */
export const accountClientId = (tenantId: number) => `t${tenantId}_account`;

/** Whose client an id names, or null when it has not the form of one of ours. */
export function parseClientId(clientId: string): { tenantId: number } | { platform: true } | null {
  const [, place, digits, own] =
    /^(platform|t([1-9][0-9]{0,15}))_([A-Za-z0-9_-]{22}|account)$/.exec(clientId) ?? [];
  if (place === undefined) return null;
  if (digits === undefined) return own === "account" ? null : { platform: true };
  const tenantId = Number(digits);
  return Number.isSafeInteger(tenantId) ? { tenantId } : null;
}

/** 256 random bits, with a prefix by which secret scanners know it. */
export const newClientSecret = () => `cs_${newOpaqueToken()}`;

/** 256 random bits. */
export const newOpaqueToken = () => randomBytes(32).toString("base64url");

/** How secrets of full entropy are kept: SHA-256, hex. Passwords are hashed by ports.passwords instead. */
export const hashSecret = (secret: string) => createHash("sha256").update(secret).digest("hex");
