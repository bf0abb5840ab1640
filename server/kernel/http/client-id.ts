import { createHash, randomBytes } from "node:crypto";

/*
 * Ids and secrets of OAuth clients. A client id contains the tenant of its row, so that /token finds the row
 * by one key.
 */

/** 132 random bits: 22 characters. */
const unique = () => randomBytes(17).toString("base64url").slice(0, 22);

export const newTenantClientId = (tenantId: number) => `t${tenantId}_${unique()}`;
export const newPlatformClientId = () => `platform_${unique()}`;

/**
 * Returns the id of the built-in client of a tenant's account page (auth/account). It has no row and no
 * secret.
 */
export const accountClientId = (tenantId: number) => `t${tenantId}_account`;

/** Returns the owner of a client by its id, or null if the id has another form. */
export function parseClientId(clientId: string): { tenantId: number } | { platform: true } | null {
  const [, place, digits, own] =
    /^(platform|t([1-9][0-9]{0,15}))_([A-Za-z0-9_-]{22}|account)$/.exec(clientId) ?? [];
  if (place === undefined) return null;
  if (digits === undefined) return own === "account" ? null : { platform: true };
  const tenantId = Number(digits);
  return Number.isSafeInteger(tenantId) ? { tenantId } : null;
}

/** Creates a secret of 256 random bits. Secret scanners recognize its prefix. */
export const newClientSecret = () => `cs_${newOpaqueToken()}`;

/** Creates a token of 256 random bits. */
export const newOpaqueToken = () => randomBytes(32).toString("base64url");

/**
 * Returns the stored form of a secret of full entropy: SHA-256, hex. `ports.passwords` hashes passwords
 * instead.
 */
export const hashSecret = (secret: string) => createHash("sha256").update(secret).digest("hex");
