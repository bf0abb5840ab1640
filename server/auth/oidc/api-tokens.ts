import { errors, jwtVerify, type JWTHeaderParameters } from "jose";
import type { Provider } from "oidc-provider";
import { SIGNING_ALGORITHM, type KeyRing } from "./keys";
import { asJwt } from "./jwt-spelling";

/*
 * Users' access tokens for the API of an app. They are JWTs (RFC 9068), which the API can verify itself. They are also stored by
 * their `jti`, so that introspection and revocation reflect the end of a token at once.
 */

type Token = InstanceType<Provider["AccessToken"]>;
interface Made {
  value: string;
  payload?: object;
}
interface Model {
  prototype: { getValueAndPayload: (this: object) => Promise<Made> };
  find: (value: string, options?: object) => Promise<Token | undefined>;
}

/** Maximum length of a token in characters. This server issues no longer tokens. */
const LONGEST = 8_192;

/** Makes the provider store JWT access tokens and find them by their signature. */
export function keepApiTokens(provider: Provider, { keys, issuer }: { keys: KeyRing; issuer: string }) {
  // The types of the library do not declare how a token becomes its stored payload.
  const model = provider.AccessToken as unknown as Model;
  const plain = (provider.BaseToken as unknown as Model).prototype.getValueAndPayload;
  const made = model.prototype.getValueAndPayload;
  model.prototype.getValueAndPayload = async function (this: object) {
    const own = await made.call(this);
    // For a token that is not opaque, the library returns no payload and therefore stores nothing.
    return own.payload ? own : { ...own, payload: (await plain.call(this)).payload! };
  };

  const find = model.find.bind(model);
  model.find = async (value, options) => {
    const jwt = asJwt(value);
    const id = jwt === null ? value : await verifiedId(jwt);
    const token = id === null ? undefined : await find(id, options);
    // The id of a JWT is public, so it is not accepted as a token.
    const isApiToken = token !== undefined && (token as { aud?: unknown }).aud !== undefined;
    return isApiToken === (jwt !== null) ? token : undefined;
  };

  async function verifiedId(jwt: string): Promise<string | null> {
    if (jwt.length > LONGEST) return null;
    const keyOf = async ({ kid }: JWTHeaderParameters) => {
      const key = typeof kid === "string" && kid.length <= 100 ? await keys.find(kid) : undefined;
      if (!key) throw new errors.JWKSNoMatchingKey();
      return key.publicKey;
    };
    try {
      const { payload } = await jwtVerify(jwt, keyOf, {
        algorithms: [SIGNING_ALGORITHM],
        typ: "at+jwt",
        issuer,
        requiredClaims: ["jti", "sub", "aud", "client_id", "exp"],
      });
      return payload.jti!;
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }
}
