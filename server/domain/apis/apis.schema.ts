import * as z from "zod";
import { Id, line, Name, oneOf, Timestamp, wholeNumber } from "@/server/kernel/fields";
import { RedirectUri } from "@/server/kernel/http/redirect-uri";
import { signingAlgorithms } from "@/server/kernel/signing-keys";
import { must } from "@/server/kernel/strings/must";

/** Bounds of the lifetime of an access token in seconds. The platform may set a lower maximum. */
export const tokenLifetime = { min: 60, max: 86_400 };

/** Maximum number of scopes of an API. */
export const MAX_API_SCOPES = 200;

export const TokenFormat = oneOf("jwt", "opaque").describe(
  "`jwt`: signed tokens (RFC 9068), which the API verifies itself. `opaque`: the API asks at introspection (RFC 7662).",
);

const fields = {
  name: Name.describe("Name for people: in the console and at the consent."),
  audience: RedirectUri.describe(
    "Claim `aud` of its tokens and `resource` of requests (RFC 8707): an absolute URI, unique in the installation.",
  ),
  format: TokenFormat,
  lifetimeSeconds: wholeNumber(tokenLifetime.min, tokenLifetime.max).describe(
    "Lifetime of its access tokens in seconds, 60 to 86,400; not above the platform's maximum.",
  ),
  signingAlgorithm: oneOf(...signingAlgorithms).describe("Algorithm of the signatures of its tokens."),
  enforceRoles: z
    .boolean()
    .describe("True if a user's token contains only the scopes that a role of the user allows."),
};

export const Api = z.object({
  apiId: Id,
  name: z.string(),
  audience: z.string(),
  format: TokenFormat,
  lifetimeSeconds: z.int(),
  signingAlgorithm: fields.signingAlgorithm,
  enforceRoles: z.boolean(),
  clientId: z.string().describe("Client of the API itself, which may only introspect tokens for this API."),
  audienceLost: z
    .boolean()
    .describe("True if the audience belongs to another organization now. The API then gets no tokens."),
  createdAt: Timestamp,
});
export type Api = z.output<typeof Api>;

export const NewApi = z.strictObject({
  name: fields.name,
  audience: fields.audience,
  format: fields.format.default("jwt"),
  lifetimeSeconds: fields.lifetimeSeconds.default(3_600),
  signingAlgorithm: fields.signingAlgorithm.default("RS256"),
  enforceRoles: fields.enforceRoles.default(false),
});

export const ApiPatch = z
  .strictObject({
    name: fields.name,
    format: fields.format,
    lifetimeSeconds: fields.lifetimeSeconds,
    signingAlgorithm: fields.signingAlgorithm,
    enforceRoles: fields.enforceRoles,
  })
  .partial();

export const ApiSecret = z.object({
  apiId: Id,
  clientId: z.string(),
  clientSecret: z.string().describe("Returned only here."),
});

/** Name of a scope (RFC 6749 §3.3). */
const ScopeName = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, must("not_scope"))
  .describe("As in the parameter `scope`: ASCII without spaces, quotes and backslashes.");

export const ScopeInput = z.strictObject({
  name: ScopeName,
  description: line(300).describe("What the scope permits. The consent shows it."),
});

export const ApiScope = z.object({ scopeId: Id, name: z.string(), description: z.string() });
export type ApiScope = z.output<typeof ApiScope>;

/** Names of scopes in an input. */
export const ScopeNames = z.array(z.string().max(100)).max(MAX_API_SCOPES);

const access = {
  forUsers: z.boolean().describe("True if the app may ask for tokens in the name of its users."),
  forItself: z
    .boolean()
    .describe(
      "True if the app may ask for tokens for itself (client_credentials). It needs a service account.",
    ),
};

export const ApiAppAccess = z.strictObject({
  ...access,
  ownScopes: ScopeNames.default([]).describe("Scopes of the tokens that the app gets for itself."),
});

export const ApiApp = z.object({
  appId: Id,
  name: z.string(),
  clientId: z.string(),
  ...access,
  ownScopes: z.array(z.string()),
});
export type ApiApp = z.output<typeof ApiApp>;

export const ApiRole = z.object({
  roleId: Id,
  name: z.string(),
  appName: z.string().nullable().describe("App of the role; null for a role of the organization."),
  scopes: z.array(z.string()).describe("Scopes that the role allows."),
});
export type ApiRole = z.output<typeof ApiRole>;

/** Access and tokens that end with an API, or with the access of one app to it. */
export const ApiLoss = z.object({
  apps: z.array(z.string()).describe("Names of the apps that get no tokens any more."),
  people: z.int().describe("Number of users who agreed to scopes of the API."),
  scopes: z.int(),
  roles: z.int().describe("Number of roles that allow scopes of the API."),
});
export type ApiLoss = z.output<typeof ApiLoss>;
