import { decodeJwt, errors, jwtVerify } from "jose";
import type { Provider } from "oidc-provider";
import { newOpaqueToken, parseClientId } from "../../kernel/http/client-id";
import { signingAlgorithms } from "../../kernel/signing-keys";
import { apiIdOf, type ApiAccess, type ApiView } from "./api-access";
import { keyOfHeader, type KeyRing } from "./keys";

/*
 * Access tokens for APIs: of users, and of apps themselves. A token is a JWT (RFC 9068), which the API can verify itself, or
 * opaque. All are stored by their `jti`, so that introspection and revocation reflect the end of a token at once. The stored token
 * names the API by its id: a token never becomes valid again for another API with the same audience.
 */

/** Fields that stored tokens have in addition to those of the library. */
interface ApiFields {
  /** Id of the API; absent for the audience of an app (apps.api_audience). */
  apiId?: number;
  /** Format of a token for an API. A token without it is a JWT if it has an audience. */
  apiFormat?: "jwt" | "opaque";
}

type Token = ApiFields & {
  jti: string;
  iat: number;
  clientId: string;
  accountId?: string;
  aud?: unknown;
  scope?: string;
  extra?: Record<string, unknown>;
};
interface Made {
  value: string;
  payload?: object;
}
interface Model {
  prototype: {
    getValueAndPayload: (this: object) => Promise<Made>;
    generateTokenId: (this: object) => string;
    destroy: (this: object) => Promise<void>;
  };
  IN_PAYLOAD: string[];
  find: (value: string, options?: object) => Promise<Token | undefined>;
}

interface Deps {
  keys: KeyRing;
  issuer: string;
  apis: ApiAccess;
}

/** Maximum length of a token in characters. This server issues no longer tokens. */
const LONGEST = 8_192;

/**
 * Start of the ids of stored machine tokens. It finds the model of a token without a look-up. Other ids contain no such character
 * (base64url), and a value with one `~` is no JWT.
 */
const MACHINE = "m~";

/** Makes the provider store access tokens for APIs, and find them by their signature or value. */
export function keepApiTokens(provider: Provider, deps: Deps) {
  // The types of the library do not declare how a token becomes its stored payload.
  const users = provider.AccessToken as unknown as Model;
  const machines = provider.ClientCredentials as unknown as Model;
  const base = provider.BaseToken as unknown as Model;
  const verifiedId = createVerification(deps);
  for (const model of [users, machines]) keepFields(model);
  const plain = base.prototype.getValueAndPayload;

  const madeForUser = users.prototype.getValueAndPayload;
  users.prototype.getValueAndPayload = async function (this: object) {
    markApi(this);
    const own = await madeForUser.call(this);
    // For a token that is not opaque, the library returns no payload and therefore stores nothing.
    return own.payload ? own : { ...own, payload: (await plain.call(this)).payload! };
  };

  const findOfUser = users.find.bind(users);
  users.find = async (value, options) => {
    if (value.startsWith(MACHINE)) return undefined;
    const jwt = asJwt(value);
    const id = jwt === null ? value : await verifiedId(jwt, (jti) => !jti.startsWith(MACHINE));
    const token = id === null ? undefined : await findOfUser(id, options);
    return token && isOfForm(token, jwt !== null) ? ofUser(deps, token) : undefined;
  };

  keepMachineTokens(machines, base, verifiedId, deps);
}

/** Adds the fields of a stored token to those that a model reads and writes. */
function keepFields(model: Model) {
  const fields = [...model.IN_PAYLOAD, "apiId", "apiFormat"];
  Object.defineProperty(model, "IN_PAYLOAD", { get: () => fields });
}

/** Sets the fields of a token that is being issued for an API. */
function markApi(token: object) {
  const apiId = apiIdOf(token);
  if (apiId === undefined) return;
  const { format } = token as { format?: ApiFields["apiFormat"] };
  Object.assign(token, { apiId, apiFormat: format });
}

/** Returns true if the token may appear in this form. The id of a JWT is public, so it is not accepted as a token. */
const isOfForm = ({ apiFormat, aud }: Token, isJwt: boolean) =>
  (apiFormat === undefined ? aud !== undefined : apiFormat === "jwt") === isJwt;

/** Stores an app's own tokens for APIs. Tokens of the management interface are not stored (lookups.ts). */
function keepMachineTokens(
  model: Model,
  base: Model,
  verifiedId: ReturnType<typeof createVerification>,
  deps: Deps,
) {
  const { prototype } = model;
  const made = prototype.getValueAndPayload;
  prototype.getValueAndPayload = async function (this: object) {
    markApi(this);
    const own = await made.call(this);
    if (apiIdOf(this) === undefined || own.payload) return own;
    return { ...own, payload: (await base.prototype.getValueAndPayload.call(this)).payload! };
  };
  const idOf = prototype.generateTokenId;
  prototype.generateTokenId = function (this: object) {
    // The library's function also chooses the format.
    const id = idOf.call(this);
    return apiIdOf(this) === undefined ? id : `${MACHINE}${newOpaqueToken()}`;
  };

  const findSigned = model.find.bind(model);
  model.find = async (value, options) => {
    const jwt = asJwt(value);
    const isStored = (jti: string) => jti.startsWith(MACHINE);
    if (jwt === null && !isStored(value)) return undefined;
    const id = jwt === null ? value : await verifiedId(jwt, isStored);
    if (id === null) return findSigned(value, options);
    const token = await base.find.call(model, id, options);
    return token && isOfForm(token, jwt !== null) ? ofMachine(deps, token) : undefined;
  };
  const revoke = prototype.destroy;
  prototype.destroy = async function (this: object) {
    const { apiId } = this as ApiFields;
    await (apiId === undefined ? revoke : base.prototype.destroy).call(this);
  };
}

/** Limits a token to the scopes that it may have now. */
function within(token: Token, api: ApiView | null): Token | undefined {
  // A token from before the right belongs to a right that was withdrawn.
  if (api === null || token.iat < api.since) return undefined;
  const now = new Set(api.scopes.map(({ name }) => name));
  const scope = token.scope?.split(" ").filter((name) => now.has(name)) ?? [];
  if (scope.length > 0) token.scope = scope.join(" ");
  else delete token.scope;
  return token;
}

/** Returns the tenant of a client. */
function tenantOf(clientId: string): number | null {
  const place = parseClientId(clientId);
  return place && "tenantId" in place ? place.tenantId : null;
}

/** Returns a user's token while the API and the right of its app exist. */
async function ofUser({ apis }: Deps, token: Token): Promise<Token | undefined> {
  const { apiId, clientId, accountId } = token;
  if (apiId === undefined) return token;
  const tenantId = tenantOf(clientId);
  if (tenantId === null) return undefined;
  return within(token, await apis.forUsers({ tenantId, clientId, userId: Number(accountId) }, apiId));
}

/** Returns an app's own token while the API, the right of the app, its secret and its service account exist. */
async function ofMachine({ apis }: Deps, token: Token): Promise<Token | undefined> {
  const { apiId, clientId } = token;
  const { gen, ...extra } = token.extra ?? {};
  const tenantId = tenantOf(clientId);
  if (apiId === undefined || tenantId === null || typeof gen !== "number") return undefined;
  token.extra = extra;
  return within(token, await apis.forMachine({ tenantId, clientId }, apiId, gen));
}

/** Creates the function that verifies a JWT. It returns the id of the JWT; null if it is invalid, or `wanted` refuses its id. */
function createVerification({ keys, issuer }: Pick<Deps, "keys" | "issuer">) {
  return async (jwt: string, wanted: (jti: string) => boolean): Promise<string | null> => {
    if (jwt.length > LONGEST) return null;
    try {
      // The id chooses the model before the signature is verified, so that each token is verified once.
      if (!wanted(String(decodeJwt(jwt).jti))) return null;
      const { payload } = await jwtVerify(jwt, keyOfHeader(keys), {
        algorithms: [...signingAlgorithms],
        typ: "at+jwt",
        issuer,
        requiredClaims: ["jti", "sub", "aud", "client_id", "exp"],
      });
      return payload.jti!;
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  };
}

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
