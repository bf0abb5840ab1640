import * as z from "zod";
import { Id, oneOf } from "@/server/kernel/fields";
import { must } from "@/server/kernel/strings/must";
import { verbatim } from "@/server/kernel/strings/composed";
import { userFieldNames, userField } from "@/server/kernel/user-fields";
import { FieldName } from "../custom-fields/custom-fields.schema";

/** Maximum number of rules of an app or an API. */
export const MAX_CLAIM_RULES = 50;

/** Maximum length of all rules of an app or an API as JSON, in characters. They are read with every token. */
const MAX_RULES = 20_000;

/** Maximum length of an expression in characters. */
const MAX_EXPRESSION = 500;

/** Maximum length of a constant in characters. */
const MAX_CONSTANT = 1_000;

/** Tokens and answers that an app receives about a user. */
export const claimPlaces = ["id_token", "access_token", "userinfo"] as const;
export type ClaimPlace = (typeof claimPlaces)[number];

/** Values of a user that a claim can have, besides custom fields. */
export const userValues = ["email", "emailVerified", ...userFieldNames, "phoneVerified"] as const;
export type UserValue = (typeof userValues)[number];

const Expression = verbatim(z.string().trim().min(1).max(MAX_EXPRESSION));

const Text = z.string().max(MAX_CONSTANT);
const Constant = z.union([Text, z.number(), z.boolean(), z.array(Text).max(50)]);

/** Where the value of a claim comes from. */
export const ClaimSource = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("user"), field: z.enum(userValues) }),
  z.strictObject({ kind: z.literal("custom_field"), fieldName: FieldName }),
  z.strictObject({ kind: z.literal("roles"), of: oneOf("organization", "app", "both") }),
  z.strictObject({ kind: z.literal("tags") }),
  z.strictObject({ kind: z.literal("session"), value: oneOf("acr", "amr", "auth_time") }),
  z.strictObject({ kind: z.literal("constant"), value: Constant }),
  z.strictObject({ kind: z.literal("expression"), expression: Expression }),
]);
export type ClaimSource = z.output<typeof ClaimSource>;
export type ClaimSourceKind = ClaimSource["kind"];

/**
 * Claims that the protocol sets: RFC 7519, RFC 7662, RFC 8693, RFC 9068, OpenID Connect Core §2 and Back-Channel Logout. No rule
 * can set them.
 */
const protocolClaims: ReadonlySet<string> = new Set([
  "iss",
  "sub",
  "aud",
  "exp",
  "nbf",
  "iat",
  "jti",
  "nonce",
  "acr",
  "amr",
  "auth_time",
  "azp",
  "sid",
  "at_hash",
  "c_hash",
  "s_hash",
  "client_id",
  "scope",
  "cnf",
  "act",
  "may_act",
  "events",
  "tid",
  "typ",
  "gen",
  "active",
  "token_type",
  "username",
  "updated_at",
  "authorization_details",
  "htm",
  "htu",
]);

/**
 * Claims by which apps identify a user or decide on rights, with the one source that each can have. An administrator of apps could
 * otherwise pass for another user at an app.
 */
const ownSources: ReadonlyMap<string, ClaimSource> = new Map<string, ClaimSource>([
  ["email", { kind: "user", field: "email" }],
  ["email_verified", { kind: "user", field: "emailVerified" }],
  ["phone_number_verified", { kind: "user", field: "phoneVerified" }],
  ["roles", { kind: "roles", of: "organization" }],
  ["app_roles", { kind: "roles", of: "app" }],
  ["preferred_username", { kind: "user", field: "userName" }],
  ...userFieldNames.flatMap((field): [string, ClaimSource][] => {
    const { claim } = userField(field);
    return claim === null ? [] : [[claim.name, { kind: "user", field }]];
  }),
]);

/** Returns the only source that the claim can have; undefined if it can have any source. */
export const ownSourceOf = (claim: string): ClaimSource | undefined => ownSources.get(claim.toLowerCase());

/** Returns a rule or a source as text. Equal ones have the same text, although the database changes the order of keys. */
export const canonicalText = (of: object) =>
  JSON.stringify(of, (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

const ClaimName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_.:/-]{0,199}$/, must("not_claim_name"))
  .refine((name) => !protocolClaims.has(name.toLowerCase()), must("claim_of_protocol"));

/** A rule that sets one claim. The first rule of a claim that applies and has a value decides. */
const Rule = z.strictObject({
  claim: ClaimName.describe("Name of the claim."),
  source: ClaimSource,
  condition: Expression.nullish()
    .transform((text) => text ?? null)
    .describe("CEL expression. The rule applies if it is true. Null: always."),
});

const refuseForeignSource = ({ claim, source }: z.output<typeof Rule>, context: z.core.$RefinementCtx) => {
  const own = ownSourceOf(claim);
  if (own !== undefined && canonicalText(own) !== canonicalText(source))
    context.addIssue({ code: "custom", path: ["source"], message: must("claim_has_own_source", { claim }) });
};

export const AppClaimRule = Rule.extend({
  in: z
    .array(z.enum(claimPlaces))
    .min(1, must("no_claim_places"))
    .transform((places) => claimPlaces.filter((place) => places.includes(place)))
    .describe("Tokens and answers that contain the claim."),
}).superRefine(refuseForeignSource);
export type AppClaimRule = z.output<typeof AppClaimRule>;

export const ApiClaimRule = Rule.superRefine(refuseForeignSource);
export type ApiClaimRule = z.output<typeof ApiClaimRule>;

const max = MAX_CLAIM_RULES;
const listOf = <S extends z.ZodType>(rule: S) =>
  z
    .array(rule)
    .max(max, must("too_many_claims", { max }))
    .refine((rules) => JSON.stringify(rules).length <= MAX_RULES, must("too_long", { max: MAX_RULES }))
    .describe("Replaces the whole list.");

export const AppClaims = z.object({ appId: Id, claims: z.array(AppClaimRule) });
export const NewAppClaims = z.strictObject({ appId: Id, claims: listOf(AppClaimRule) });
export const ApiClaims = z.object({ apiId: Id, claims: z.array(ApiClaimRule) });
export const NewApiClaims = z.strictObject({ apiId: Id, claims: listOf(ApiClaimRule) });

export const ClaimPreviewInput = z.strictObject({
  userId: Id,
  secondFactor: z.boolean().default(false).describe("True: as after a sign-in with two factors."),
});

const Claims = z.record(z.string(), z.json());

/** A rule that could not be applied. Its claim is left out. */
const Problem = z.object({ claim: z.string(), reason: z.string() });

export const AppClaimPreview = z.object({
  idToken: Claims,
  accessToken: Claims,
  userinfo: Claims,
  problems: z.array(Problem),
});
export const ApiClaimPreview = z.object({ accessToken: Claims, problems: z.array(Problem) });
