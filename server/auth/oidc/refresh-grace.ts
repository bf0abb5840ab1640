import { createHmac } from "node:crypto";
import { Provider } from "oidc-provider";

/*
 * Repeated use of a refresh token. Tabs of an app often refresh at the same moment with one token. Within the grace, the later requests
 * therefore get the same successor again, and an access token of their own (as Okta and Auth0 do). The chain of tokens stays one: if a
 * thief and the app hold the same successor, its next uses reveal the theft.
 */

/** Time in seconds after the first use in which a refresh token gives its successor again. */
export const GRACE_SECONDS = 10;

/** Number of times that it gives its successor again. More requests are a reuse, so that a token cannot create rows without limit. */
export const MOST_REPEATS = 5;

interface Rotated {
  prototype: { generateTokenId: (this: object) => string };
}

/**
 * Makes the id of a successor follow from the used token, because the database contains only digests of tokens. Without the server's
 * key and the stored grant id, a used token does not reveal its successor.
 */
export function deriveSuccessors(provider: Provider, key: Buffer) {
  // The types of the library declare no creation of ids.
  const { prototype } = provider.RefreshToken as unknown as Rotated;
  const newId = prototype.generateTokenId;
  prototype.generateTokenId = function (this: object) {
    const used = Provider.ctx?.oidc.entities.RotatedRefreshToken;
    return used
      ? createHmac("sha256", key).update(`${used.grantId} ${used.jti}`).digest("base64url")
      : newId.call(this);
  };
}
