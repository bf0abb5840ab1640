/*
 * oidc-provider refuses JWTs at introspection and revocation before it looks for them. Ours it can find (lookups.ts,
 * api-tokens.ts), so they are handed on in a spelling that does not look like a JWT.
 */

const SPELLED = "~";

/** A JWT in the spelling that is none. */
export const spelled = (token: string) => token.replaceAll(".", SPELLED);

/** The JWT that a value is in either spelling, or null: opaque tokens hold none of the two characters. */
export function asJwt(value: string): string | null {
  const jwt = value.replaceAll(SPELLED, ".");
  return jwt.split(".").length === 3 ? jwt : null;
}
