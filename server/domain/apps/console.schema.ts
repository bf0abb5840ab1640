import * as z from "zod";
import { appScopeNames } from "@/server/kernel/capabilities";
import { Id, Timestamp } from "@/server/kernel/fields";
import { must } from "@/server/kernel/must";
import { RedirectUri } from "@/server/kernel/redirect-uri";
import { App, NewApp } from "./apps.schema";

/** An app as the console's list shows it. */
export const AppRow = App.extend({
  restricted: z.boolean(),
  /** Its tokens can be those of a service account, without a person. */
  isMachine: z.boolean(),
  distinctUserCount: z.int(),
  activeNowCount: z.int(),
  lastTokenIssuedAt: Timestamp.nullable(),
});
export type AppRow = z.output<typeof AppRow>;

/** An address that the server itself calls. */
const CalledUri = RedirectUri.refine((text) => /^https?:/i.test(text), must("not_http_address"));

/** What of the protocol an app uses beside the code flow. */
export const AppProtocol = z.strictObject({
  requirePushedRequests: z
    .boolean()
    .describe("Sign-ins must begin with a pushed authorization request (RFC 9126)."),
  requireDpop: z.boolean().describe("Tokens are bound to a key of the app's (DPoP, RFC 9449)."),
  backchannelLogoutUri: CalledUri.nullable().describe(
    "Told by a logout token when a session ends (OpenID Connect Back-Channel Logout 1.0).",
  ),
  apiAudience: RedirectUri.nullable().describe(
    "The app's own API, as `resource` of a request (RFC 8707): access tokens for it are JWTs (RFC 9068).",
  ),
});
export type AppProtocol = z.output<typeof AppProtocol>;

/** What the own tokens of an app may do at this server. */
export const AppOwnScopes = z.strictObject({
  ownScopes: z.array(z.enum(appScopeNames)).max(10),
});

/** Everything about an app that is not a list of its own. */
export const AppDetail = App.extend({
  restricted: z.boolean(),
  postLogoutRedirectUris: z.array(z.string()),
  protocol: AppProtocol,
  ownScopes: z.array(z.string()),
  serviceAccount: z.object({ userId: Id, name: z.string() }).nullable(),
});
export type AppDetail = z.output<typeof AppDetail>;

/** An app that no person signs in to; without serviceAccountId it gets an account of its own. */
export const NewMachineApp = z.strictObject({
  name: NewApp.shape.name,
  serviceAccountId: Id.nullish(),
});

/** Where the browser may go after signing out. */
export const LogoutUris = z.strictObject({
  postLogoutRedirectUris: z
    .array(RedirectUri)
    .max(50, must("too_many_uris", { max: 50 }))
    .describe("Replaces the whole list."),
});

/** What goes with an app that is deleted, and who uses it. */
export const AppRemoval = z.object({
  /** Who authorized it. */
  people: z.int(),
  /** Authorizations with tokens that still live. */
  liveGrants: z.int(),
  roles: z.int(),
  roleHolders: z.int(),
  accessRules: z.int(),
  /** The addresses of the endpoints that are told of this app alone. */
  webhooks: z.array(z.string()),
  /** The names of the sources that keep its roles. */
  roleSyncSources: z.array(z.string()),
});
export type AppRemoval = z.output<typeof AppRemoval>;

const Person = z.object({ userId: Id, email: z.string().nullable(), name: z.string().nullable() });

/** Someone who authorized an app, and whether they use it. */
export const AppPerson = Person.extend({
  authorizedAt: Timestamp,
  lastTokenIssuedAt: Timestamp.nullable(),
  activeNow: z.boolean(),
});
export type AppPerson = z.output<typeof AppPerson>;

const Listed = Person.extend({ addedAt: Timestamp });

/** Who may open an app, by name. The lists of people end at a hundred; the counts do not. */
export const AppAccessLists = z.object({
  restricted: z.boolean(),
  guests: z.array(Listed),
  guestCount: z.int(),
  exclusions: z.array(Listed),
  exclusionCount: z.int(),
  tags: z.array(z.object({ tagId: Id, name: z.string(), peopleCount: z.int() })),
});
export type AppAccessLists = z.output<typeof AppAccessLists>;

/** What someone is about to change in who may open an app. */
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

/** Who could open an app before a change and not after. */
export const AccessLoss = z.object({
  peopleCount: z.int(),
  /** Those of them whose tokens of the app would end. */
  signedInCount: z.int(),
  people: z.array(Person).describe("The first twenty, by name."),
});
export type AccessLoss = z.output<typeof AccessLoss>;
