import { createHash, randomBytes } from "node:crypto";
import { newSecretOf } from "./secret-forms";

export { newOpaqueToken } from "./secret-forms";

/*
 * Ids and secrets of OAuth clients. A client id contains the id of its tenant. The token endpoint therefore finds the client's
 * row by the client id alone.
 */

/** 132 random bits: 22 characters. */
const unique = () => randomBytes(17).toString("base64url").slice(0, 22);

export const newTenantClientId = (tenantId: number) => `t${tenantId}_${unique()}`;
export const newPlatformClientId = () => `platform_${unique()}`;

/**
 * Returns the id of the built-in client of a tenant's account page (auth/account). The built-in client has no row and no
 * secret.
 */
export const accountClientId = (tenantId: number) => `t${tenantId}_account`;

/** Returns the owner of a client by the client id. Returns null if the client id is malformed. */
export function parseClientId(clientId: string): { tenantId: number } | { platform: true } | null {
  const [, place, digits, own] =
    /^(platform|t([1-9][0-9]{0,15}))_([A-Za-z0-9_-]{22}|account)$/.exec(clientId) ?? [];
  if (place === undefined) return null;
  if (digits === undefined) return own === "account" ? null : { platform: true };
  const tenantId = Number(digits);
  return Number.isSafeInteger(tenantId) ? { tenantId } : null;
}

/** Creates a secret of 256 random bits. */
export const newClientSecret = () => newSecretOf("client");

/** Returns the stored form of a random secret: SHA-256, hex. Not for passwords, which `ports.passwords` hashes. */
export const hashSecret = (secret: string) => createHash("sha256").update(secret).digest("hex");
