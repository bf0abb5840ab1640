import * as z from "zod";
import type { UserRecord } from "../users/people";
import { getPerson } from "../users/people";
import { Id } from "@/server/kernel/fields";
import { must } from "@/server/kernel/strings/must";
import { command, query } from "@/server/kernel/operation/operation";
import type { ReadTx } from "@/server/kernel/operation/store";
import { refusedField } from "@/server/kernel/texts/field";
import { fieldsIn, userFieldNames } from "@/server/kernel/user-fields";
import { appTarget, getTheApp, lockApp } from "../apps/apps";
import { apiTarget, getTheApi, lockApi } from "../apis/apis";
import {
  canonicalText,
  ApiClaimPreview,
  ApiClaims,
  AppClaimPreview,
  AppClaims,
  ClaimPreviewInput,
  NewApiClaims,
  NewAppClaims,
  type ApiClaimRule,
  type AppClaimRule,
  type ClaimPlace,
} from "./claims.schema";
import type { Words } from "@/server/kernel/texts/text";
import { evaluateClaims, rulesFor, storedRules, type EvaluatedClaims } from "./evaluate";
import { expressionProblem } from "./expressions";
import { readClaimFacts, type ClaimFacts, type UserFacts } from "./facts";

/** Throws (400) if an expression is not valid. The error names its field. */
function refuseExpressions(rules: readonly ApiClaimRule[]) {
  const check = (field: string, expression: string) => {
    const problem = expressionProblem(expression);
    if (problem === null) return;
    switch (problem.kind) {
      case "syntax":
        throw refusedField(field, must("not_expression", { detail: problem.detail }));
      case "name":
        throw refusedField(field, must("unknown_in_expression", { name: problem.name }));
      case "loops":
        throw refusedField(field, must("loop_in_loop"));
      case "pattern":
        throw refusedField(field, must("pattern_not_constant"));
      case "growth":
        throw refusedField(field, must("growing_text"));
    }
  };
  for (const [index, { condition, source }] of rules.entries()) {
    if (condition !== null) check(`claims.${index}.condition`, condition);
    if (source.kind === "expression") check(`claims.${index}.source.expression`, source.expression);
  }
}

/** Returns the rules in the form of the audit log. */
const recorded = (rules: readonly ApiClaimRule[]) => ({ claims: rules.map(canonicalText) });

const isSame = (a: readonly ApiClaimRule[], b: readonly ApiClaimRule[]) =>
  a.map(canonicalText).join() === b.map(canonicalText).join();

export const getAppClaims = query({
  name: "getAppClaims",
  rest: "GET /apps/{appId}/claims",
  console: "appClaims.get",
  capability: "RegisterApps",
  summary: "Get the claims of an app",
  input: z.strictObject({ appId: Id }),
  output: AppClaims,
  run: async ({ tx }, { appId }) => ({
    appId,
    claims: [...storedRules<AppClaimRule>((await getTheApp(tx, appId)).claims)],
  }),
});

export const setAppClaims = command({
  name: "setAppClaims",
  rest: "PUT /apps/{appId}/claims",
  console: "appClaims.set",
  capability: "RegisterApps",
  summary: "Set the claims of an app",
  description:
    "Adds claims to the tokens and to userinfo of the app. The first rule of a claim whose condition is true and " +
    "whose source has a value decides. If a condition fails, its claim is left out. Claims of the protocol cannot be " +
    "set, and claims that identify a user have one source only. Applies to new tokens.",
  input: NewAppClaims,
  output: AppClaims,
  event: "app_updated",
  target: appTarget,
  run: async ({ tx, changed, labelled, unchanged }, { appId, claims }) => {
    refuseExpressions(claims);
    const before = await lockApp(tx, appId);
    labelled(before.name);
    const stored = storedRules(before.claims);
    changed(recorded(stored), recorded(claims));
    if (isSame(stored, claims)) unchanged();
    else await tx.apps.update(appId, { claims });
    return { appId, claims };
  },
});

export const getApiClaims = query({
  name: "getApiClaims",
  rest: "GET /apis/{apiId}/claims",
  console: "apiClaims.get",
  capability: "RegisterApps",
  summary: "Get the claims of an API",
  input: z.strictObject({ apiId: Id }),
  output: ApiClaims,
  run: async ({ tx }, { apiId }) => ({
    apiId,
    claims: [...storedRules<ApiClaimRule>((await getTheApi(tx, apiId)).claims)],
  }),
});

export const setApiClaims = command({
  name: "setApiClaims",
  rest: "PUT /apis/{apiId}/claims",
  console: "apiClaims.set",
  capability: "RegisterApps",
  summary: "Set the claims of an API",
  description:
    "Adds claims to the access tokens of users for the API, as at an app. Tokens of apps for themselves contain none.",
  input: NewApiClaims,
  output: ApiClaims,
  event: "api_updated",
  target: apiTarget,
  run: async ({ tx, changed, labelled, unchanged }, { apiId, claims }) => {
    refuseExpressions(claims);
    const before = await lockApi(tx, apiId);
    labelled(before.name);
    const stored = storedRules(before.claims);
    changed(recorded(stored), recorded(claims));
    if (isSame(stored, claims)) unchanged();
    else await tx.apis.update(apiId, { claims });
    return { apiId, claims };
  },
});

const userFacts = (row: UserRecord): UserFacts => ({
  email: row.email,
  emailVerified: row.emailVerifiedAt !== null,
  ...fieldsIn(row, userFieldNames),
  phoneVerified: row.phone === null ? null : row.phoneVerifiedAt !== null,
});

/** Returns the facts of a user as after a sign-in at this moment. */
async function previewFacts(
  tx: ReadTx,
  { userId, secondFactor }: z.output<typeof ClaimPreviewInput>,
  { appId, tenantId, now }: { appId: number; tenantId: number; now: Date },
): Promise<ClaimFacts> {
  const user = userFacts(await getPerson(tx, userId));
  const session = {
    acr: secondFactor ? "2fa" : "1fa",
    amr: secondFactor ? ["pwd", "otp", "mfa"] : ["pwd"],
    authTime: Math.floor(now.getTime() / 1_000),
  };
  return { tenantId, user, ...(await readClaimFacts(tx, { userId, appId })), session };
}

/** Returns one problem of each claim, in the language of the reader. */
const inWords = (problems: EvaluatedClaims["problems"], words: Words) =>
  [...new Map(problems.map(({ claim, reason }) => [claim, reason]))].map(([claim, reason]) => ({
    claim,
    reason: words(reason),
  }));

/** Id that no app has: the preview of an API shows no roles of an app. */
const NO_APP = 0;

export const previewAppClaims = query({
  name: "previewAppClaims",
  console: "appClaims.preview",
  // The answer contains data of a user, which the right to register apps does not include.
  capability: "ManageUsers",
  summary: "Preview the claims of an app for a user",
  input: NewAppClaims.extend(ClaimPreviewInput.shape),
  output: AppClaimPreview,
  run: async ({ tx, actor, now, words }, { appId, claims, ...person }) => {
    refuseExpressions(claims);
    await getTheApp(tx, appId);
    const facts = await previewFacts(tx, person, { appId, tenantId: actor.tenantId, now });
    const at = (place: ClaimPlace) =>
      evaluateClaims(rulesFor(place, claims), place === "userinfo" ? { ...facts, session: null } : facts);
    const [idToken, accessToken, userinfo] = [at("id_token"), at("access_token"), at("userinfo")];
    const problems = [idToken, accessToken, userinfo].flatMap((found) => found.problems);
    return AppClaimPreview.parse({
      idToken: idToken.claims,
      accessToken: accessToken.claims,
      userinfo: userinfo.claims,
      problems: inWords(problems, words),
    });
  },
});

export const previewApiClaims = query({
  name: "previewApiClaims",
  console: "apiClaims.preview",
  capability: "ManageUsers",
  summary: "Preview the claims of an API for a user",
  input: NewApiClaims.extend(ClaimPreviewInput.shape),
  output: ApiClaimPreview,
  run: async ({ tx, actor, now, words }, { apiId, claims, ...person }) => {
    refuseExpressions(claims);
    await getTheApi(tx, apiId);
    const { claims: accessToken, problems } = evaluateClaims(
      claims,
      await previewFacts(tx, person, { appId: NO_APP, tenantId: actor.tenantId, now }),
    );
    return ApiClaimPreview.parse({ accessToken, problems: inWords(problems, words) });
  },
});
