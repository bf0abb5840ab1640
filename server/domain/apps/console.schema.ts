import * as z from "zod";
import { appScopeNames } from "@/server/kernel/capabilities";
import { Id, Timestamp } from "@/server/kernel/fields";
import { must } from "@/server/kernel/strings/must";
import { RedirectUri } from "@/server/kernel/http/redirect-uri";
import { WebOrigin } from "@/server/kernel/http/web-origin";
import { App, NewApp } from "./apps.schema";

/** An app in the console's list. */
export const AppRow = App.extend({
  restricted: z.boolean(),
  /** True if the app can get tokens for a service account (client credentials). */
  isMachine: z.boolean(),
  /** False for a machine-to-machine app without a redirect URI. Users cannot sign in to it. */
  signsPeopleIn: z.boolean(),
  distinctUserCount: z.int(),
  activeNowCount: z.int(),
  lastTokenIssuedAt: Timestamp.nullable(),
});
export type AppRow = z.output<typeof AppRow>;

/** A web address. */
const WebUri = RedirectUri.refine((text) => /^https?:/i.test(text), must("not_http_address"));

/** Protocol features of an app in addition to the authorization code flow. */
export const AppProtocol = z.strictObject({
  requirePushedRequests: z
    .boolean()
    .describe("Sign-ins must begin with a pushed authorization request (RFC 9126)."),
  requireDpop: z.boolean().describe("Tokens are bound to a key of the app (DPoP, RFC 9449)."),
  requireSignedRequests: z
    .boolean()
    .default(false)
    .describe("Authorization requests must be signed by the app's key (JAR, RFC 9101)."),
  fapi: z
    .boolean()
    .default(false)
    .describe(
      "The FAPI 2.0 Security Profile: pushed requests, tokens bound by DPoP, authentication by private_key_jwt, and no RS256.",
    ),
  pairwiseSubjects: z
    .boolean()
    .default(false)
    .describe("`sub` is a pseudonym that differs from that of other apps (OpenID Connect Core §8.1)."),
  backchannelLogoutUri: WebUri.nullable().describe(
    "Receives a logout token when a session ends (OpenID Connect Back-Channel Logout 1.0).",
  ),
  apiAudience: RedirectUri.nullable().describe(
    "The app's own API, as `resource` of a request (RFC 8707): access tokens for it are JWTs (RFC 9068).",
  ),
});
export type AppProtocol = z.output<typeof AppProtocol>;

/** How users of an app sign in to it. */
export const AppSignIn = z.strictObject({
  trusted: z
    .boolean()
    .describe("The organization vouches for the app, so that its users are not asked for consent."),
  initiateLoginUri: WebUri.nullable().describe(
    "Address that begins a sign-in to the app (OpenID Connect Core §4). Users open the app from their account page.",
  ),
});

/** Scopes of the tokens that the app gets for itself, without a user. */
export const AppOwnScopes = z.strictObject({
  ownScopes: z.array(z.enum(appScopeNames)).max(10),
});

/** All data of an app except its access lists. */
export const AppDetail = App.extend({
  restricted: z.boolean(),
  allowedOrigins: z.array(z.string()),
  postLogoutRedirectUris: z.array(z.string()),
  protocol: AppProtocol,
  signIn: AppSignIn,
  ownScopes: z.array(z.string()),
  serviceAccount: z.object({ userId: Id, name: z.string() }).nullable(),
});
export type AppDetail = z.output<typeof AppDetail>;

/** A machine-to-machine app. If `serviceAccountId` is missing, the command creates a new service account. */
export const NewMachineApp = z.strictObject({
  name: NewApp.shape.name,
  serviceAccountId: Id.nullish(),
  signingAlgorithm: NewApp.shape.signingAlgorithm,
});

/** URLs to which the browser may return after sign-out. */
export const LogoutUris = z.strictObject({
  postLogoutRedirectUris: z
    .array(RedirectUri)
    .max(50, must("too_many_uris", { max: 50 }))
    .describe("Replaces the whole list."),
});

/** Maximum number of origins of an app, beside those of its redirect URIs. */
const MAX_ORIGINS = 50;

/** Origins of pages that may call the protocol's endpoints for the app. */
export const AppOrigins = z.strictObject({
  allowedOrigins: z
    .array(WebOrigin)
    .max(MAX_ORIGINS, must("too_many_origins", { max: MAX_ORIGINS }))
    .describe("Replaces the whole list. The origins of the redirect URIs are always allowed."),
});

/** The records that are deleted with an app, and the number of the app's users. */
export const AppRemoval = z.object({
  /** Number of users who authorized the app. */
  people: z.int(),
  /** Number of authorizations with live tokens. */
  liveGrants: z.int(),
  roles: z.int(),
  roleHolders: z.int(),
  accessRules: z.int(),
  /** The URLs of the webhook endpoints that receive only events of this app. */
  webhooks: z.array(z.string()),
  /** The names of the role-sync sources that manage the app's roles. */
  roleSyncSources: z.array(z.string()),
});
export type AppRemoval = z.output<typeof AppRemoval>;

const Person = z.object({ userId: Id, email: z.string().nullable(), name: z.string().nullable() });

/** A user who authorized an app, with the time of the last use. */
export const AppPerson = Person.extend({
  authorizedAt: Timestamp,
  lastTokenIssuedAt: Timestamp.nullable(),
  activeNow: z.boolean(),
});
export type AppPerson = z.output<typeof AppPerson>;

const Listed = Person.extend({ addedAt: Timestamp });

/** The lists that decide which users may open an app. Each list names at most 100 users. The counts include all users. */
export const AppAccessLists = z.object({
  restricted: z.boolean(),
  guests: z.array(Listed),
  guestCount: z.int(),
  exclusions: z.array(Listed),
  exclusionCount: z.int(),
  tags: z.array(z.object({ tagId: Id, name: z.string(), peopleCount: z.int() })),
});
export type AppAccessLists = z.output<typeof AppAccessLists>;

/** A change that removes access to an app from some users. */
export const AccessChange = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("restrict") }),
  z.strictObject({ kind: z.literal("revoke_user"), userId: Id }),
  z.strictObject({ kind: z.literal("revoke_tag"), tagId: Id }),
  z.strictObject({ kind: z.literal("exclude"), userId: Id }),
  z.strictObject({
    kind: z.literal("sign_in"),
    allowEndUserSignIn: z.boolean(),
    allowTenantAdminSignIn: z.boolean(),
  }),
]);
export type AccessChange = z.output<typeof AccessChange>;

/** The users who can open an app before a change, but not after the change. */
export const AccessLoss = z.object({
  peopleCount: z.int(),
  /** Number of these users whose tokens of the app would end. */
  signedInCount: z.int(),
  people: z.array(Person).describe("The first twenty, by name."),
});
export type AccessLoss = z.output<typeof AccessLoss>;
