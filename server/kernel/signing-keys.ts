/** Algorithms that sign tokens (RFC 7518, RFC 8037). Each has keys of its own: a key is used with one algorithm only. */
export const signingAlgorithms = ["RS256", "ES256", "PS256", "EdDSA"] as const;
export type SigningAlgorithm = (typeof signingAlgorithms)[number];

/**
 * Algorithm of the tokens of management and platform credentials. Only Castellan verifies them, so the fastest algorithm serves
 * every client.
 */
export const MANAGEMENT_ALGORITHM = "EdDSA" satisfies SigningAlgorithm;

/**
 * Time in seconds for which a key is published before it signs: a day, which is longer than relying parties and gateways cache
 * /jwks.
 */
export const PUBLISHED_AHEAD_SECONDS = 86_400;

/**
 * Time in seconds for which a retired key stays published: the maximum lifetime of a token (kernel/settings.ts), plus the time in
 * which another instance may still sign with the key.
 */
export const PUBLISHED_AFTER_SECONDS = 86_400 + 60;

/** A generated key. The private part must be encrypted before it is stored. */
export interface GeneratedKey {
  kid: string;
  algorithm: SigningAlgorithm;
  publicJwk: Record<string, unknown>;
  privateJwk: Record<string, unknown>;
}
