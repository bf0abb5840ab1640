/*
 * oidc-provider refuses JWTs at introspection and revocation before it looks them up. Castellan can find its own JWTs
 * (lookups.ts, api-tokens.ts), so they are passed on in a spelling that does not look like a JWT.
 */

const SPELLED = "~";

/** Returns a JWT in the spelling that the library does not recognize as a JWT. */
export const spelled = (token: string) => token.replaceAll(".", SPELLED);

/** Returns the JWT of a value in either spelling, or null. Opaque tokens contain neither of the two characters. */
export function asJwt(value: string): string | null {
  const jwt = value.replaceAll(SPELLED, ".");
  return jwt.split(".").length === 3 ? jwt : null;
}
