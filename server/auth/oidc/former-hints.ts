import { decodeJwt, decodeProtectedHeader, errors as jose, jwtVerify } from "jose";
import { errors, Provider } from "oidc-provider";
import type { KeyRing } from "./keys";

/*
 * ID tokens that an app sends as a hint (`id_token_hint`) may be older than the key that signed them, and older than the app's
 * present algorithm. oidc-provider knows only published keys and the present algorithm. The sign-out with an old ID token, and
 * the silent sign-in with one, would therefore fail after each rotation.
 */

interface Hint {
  header: object;
  payload: object;
}
interface IdTokenModel {
  validate: (jwt: string, client: { clientId: string }) => Promise<Hint>;
}

/** Makes the provider verify a hint with the key that signed it, also if that key is no longer published. */
export function acceptFormerHints(
  provider: Provider,
  { keys, issuer }: { keys: Pick<KeyRing, "former">; issuer: string },
) {
  // The types of the library do not declare the model of ID tokens.
  const model = (provider as unknown as { IdToken: IdTokenModel }).IdToken;
  model.validate = async (jwt, { clientId }) => {
    const header = decodeProtectedHeader(jwt);
    const { kid, alg, typ } = header;
    const key = typeof kid === "string" ? await keys.former(kid) : undefined;
    if (key === undefined) throw new jose.JWKSNoMatchingKey();
    // Access tokens and logout tokens are signed by the same keys, and are no hints.
    if (typ !== undefined && typ !== "JWT") throw new jose.JWTInvalid("the token is no ID token");
    if (key === "revoked") {
      // Anybody who has the revoked key can make such a hint. At the sign-out it therefore counts as the client id in it: the
      // user is asked in any case. Everywhere else nothing can be concluded from it.
      if (Provider.ctx?.oidc.route === "end_session") return { header, payload: decodeJwt(jwt) };
      throw new errors.LoginRequired("the key of the id_token_hint was revoked");
    }
    if (alg !== key.algorithm) throw new jose.JOSEAlgNotAllowed("the key is of another algorithm");
    const { payload, protectedHeader } = await jwtVerify(jwt, key.publicKey, {
      algorithms: [key.algorithm],
      audience: clientId,
      issuer,
      requiredClaims: ["sub"],
      // An expired ID token is a valid hint (OpenID Connect RP-Initiated Logout 1.0 §2).
      currentDate: new Date(0),
    });
    return { header: protectedHeader, payload };
  };
}
