import * as z from "zod";
import { Id, Name, oneOf, Timestamp } from "@/server/kernel/fields";
import { signingAlgorithms } from "@/server/kernel/signing-keys";
import { must } from "@/server/kernel/strings/must";
import { RedirectUri } from "@/server/kernel/http/redirect-uri";

export const ClientType = oneOf("confidential", "public");

const SigningAlgorithm = oneOf(...signingAlgorithms).describe(
  "Algorithm of the signatures of the app's ID tokens, JWT access tokens and logout tokens. Every library knows RS256. " +
    "A change applies to new tokens.",
);

/** Maximum number of redirect URIs in addition to the primary one. */
const MAX_URIS = 50;

export const App = z.object({
  appId: Id,
  name: z.string(),
  clientId: z.string(),
  redirectUri: z.string().nullable(),
  additionalRedirectUris: z.array(z.string()),
  clientType: ClientType,
  requirePkce: z.boolean(),
  allowDeviceFlow: z.boolean(),
  allowEndUserSignIn: z.boolean(),
  allowTenantAdminSignIn: z.boolean(),
  signingAlgorithm: SigningAlgorithm,
  createdAt: Timestamp,
});
export type App = z.output<typeof App>;

const switches = {
  requirePkce: z
    .boolean()
    .describe("PKCE (RFC 7636) for the authorization-code flow; public clients always use it."),
  allowDeviceFlow: z.boolean().describe("Device authorization (RFC 8628)."),
  allowEndUserSignIn: z.boolean().describe("True if ordinary users may sign in to the app."),
  allowTenantAdminSignIn: z
    .boolean()
    .describe("True if administrators of the organization may sign in to the app."),
  signingAlgorithm: SigningAlgorithm,
};

export const NewApp = z.strictObject({
  name: Name,
  redirectUris: z
    .array(RedirectUri)
    .min(1, must("no_uris"))
    .max(MAX_URIS + 1, must("too_many_uris", { max: MAX_URIS + 1 }))
    .describe("Absolute URIs; the first is the primary one."),
  clientType: ClientType.default("confidential"),
  requirePkce: switches.requirePkce.default(true),
  allowDeviceFlow: switches.allowDeviceFlow.default(false),
  allowEndUserSignIn: switches.allowEndUserSignIn.default(true),
  allowTenantAdminSignIn: switches.allowTenantAdminSignIn.default(true),
  signingAlgorithm: switches.signingAlgorithm.default("RS256"),
});

export const AppPatch = z.strictObject({
  name: Name.optional(),
  redirectUri: RedirectUri.nullish(),
  additionalRedirectUris: z
    .array(RedirectUri)
    .max(MAX_URIS, must("too_many_uris", { max: MAX_URIS }))
    .optional()
    .describe("Replaces the whole list."),
  requirePkce: switches.requirePkce.optional(),
  allowDeviceFlow: switches.allowDeviceFlow.optional(),
  allowEndUserSignIn: switches.allowEndUserSignIn.optional(),
  allowTenantAdminSignIn: switches.allowTenantAdminSignIn.optional(),
  signingAlgorithm: switches.signingAlgorithm.optional(),
});

/** Returns true if no user may sign in to the app. */
export const isClosedToAll = (app: { allowEndUserSignIn: boolean; allowTenantAdminSignIn: boolean }) =>
  !app.allowEndUserSignIn && !app.allowTenantAdminSignIn;

export const CreatedApp = z.object({
  appId: Id,
  clientId: z.string(),
  clientSecret: z.string().nullable().describe("Returned only here; null for a public client."),
});

export const AppAccess = z.object({
  appId: Id,
  restricted: z.boolean(),
  grantedUserIds: z.array(Id),
  grantedTagIds: z.array(Id),
  excludedUserIds: z.array(Id),
});
export type AppAccess = z.output<typeof AppAccess>;

/** An app that the user has authorized. */
export const AuthorizedApp = z.object({
  appId: Id,
  name: z.string(),
  clientId: z.string(),
  scopes: z.array(z.string()),
  authorizedAt: Timestamp,
  lastTokenIssuedAt: Timestamp.nullable(),
});

/** An app with statistics about its use. */
export const ConnectedApp = z.object({
  appId: Id,
  name: z.string(),
  clientId: z.string(),
  distinctUserCount: z.int().describe("Number of people with an authorization that was not withdrawn."),
  activeNowCount: z.int().describe("Number of them with a token that has not expired."),
  lastTokenIssuedAt: Timestamp.nullable(),
});
