import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refusal, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { createApi } from "../apis/apis";
import { createApp } from "../apps/apps";
import { saveCustomField, setUserFields } from "../custom-fields/custom-fields";
import { createAppRole } from "../roles/app-roles";
import { grantRole } from "../roles/grants";
import { claimPresets } from "./presets.schema";
import { createUser } from "../users/users";
import {
  getApiClaims,
  getAppClaims,
  previewApiClaims,
  previewAppClaims,
  setApiClaims,
  setAppClaims,
} from "./claims";

describe.each(databaseKinds)("the claims of an app on %s", (kind) => {
  let test: TestOperations;
  let tenant = 0;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());
  async function app() {
    const t = ++tenant;
    const { appId } = await test.run(t, createApp, {
      name: "Shop",
      redirectUris: ["https://shop.example/cb"],
    });
    return { t, appId };
  }
  const rule = {
    claim: "groups",
    source: { kind: "roles", of: "both" },
    condition: null,
    in: ["id_token"],
  } as const;

  it("are replaced as a list, and are recorded", async () => {
    const { t, appId } = await app();
    expect(await test.run(t, getAppClaims, { appId })).toEqual({ appId, claims: [] });
    const sent = { claim: rule.claim, source: rule.source, in: ["userinfo" as const, "id_token" as const] };
    const claims = [{ ...rule, in: ["id_token", "userinfo"] }];
    expect(await test.run(t, setAppClaims, { appId, claims: [sent] })).toEqual({ appId, claims });
    expect(await test.run(t, getAppClaims, { appId })).toEqual({ appId, claims });
    const events = await test.events(t);
    expect(events.at(-1)!.changes).toEqual({
      claims: { from: [], to: [expect.stringContaining('"claim":"groups"')] },
    });
    await test.run(t, setAppClaims, { appId, claims: [sent] });
    expect(await test.events(t)).toHaveLength(events.length);
  });

  it.each([
    ["a claim of the protocol", { ...rule, claim: "sub" }, "claims.0.claim"],
    ["the organization", { ...rule, claim: "tid" }, "claims.0.claim"],
    ["a claim of the protocol in other letters", { ...rule, claim: "Sub" }, "claims.0.claim"],
    [
      "another address in other letters",
      { ...rule, claim: "Email", source: { kind: "constant", value: "x@y.z" } },
      "claims.0.source",
    ],
    ["a name with spaces", { ...rule, claim: "a b" }, "claims.0.claim"],
    [
      "another address",
      { ...rule, claim: "email", source: { kind: "constant", value: "x@y.z" } },
      "claims.0.source",
    ],
    [
      "a false proof",
      { ...rule, claim: "email_verified", source: { kind: "constant", value: true } },
      "claims.0.source",
    ],
    ["roles that nobody gave", { ...rule, claim: "roles", source: { kind: "tags" } }, "claims.0.source"],
    ["no place", { ...rule, in: [] }, "claims.0.in"],
    ["an invalid condition", { ...rule, condition: "1 +" }, "claims.0.condition"],
    ["an unknown name", { ...rule, condition: "usr.email == ''" }, "claims.0.condition"],
    [
      "an invalid expression",
      { ...rule, source: { kind: "expression", expression: "eval('1')" } },
      "claims.0.source.expression",
    ],
  ])("refuse %s and name the field", async (_what, wrong, field) => {
    const { t, appId } = await app();
    await expect(test.run(t, setAppClaims, { appId, claims: [wrong as never] })).rejects.toMatchObject({
      status: 400,
      details: { field },
    });
    expect((await test.run(t, getAppClaims, { appId })).claims).toEqual([]);
  });

  it("are previewed for a user, without being stored", async () => {
    const { t, appId } = await app();
    const { userId } = await test.run(t, createUser, { email: `ann${t}@shop.example`, name: "Ann" });
    await test.run(t, saveCustomField, { fieldName: "department", displayLabel: "Department" });
    await test.run(t, setUserFields, { userId, values: { department: "sales" } });
    const { roleId } = await test.run(t, createAppRole, { appId, name: "Editor" });
    await test.run(t, grantRole, { userId, roleId });
    const claims = [
      { ...rule, in: ["id_token" as const, "userinfo" as const] },
      {
        claim: "department",
        source: { kind: "custom_field" as const, fieldName: "department" },
        condition: 'session.acr == "2fa"',
        in: ["access_token" as const],
      },
      { ...rule, claim: "broken", condition: "user.custom.nothing" },
    ];
    const preview = { appId, claims, userId };
    expect(await test.run(t, previewAppClaims, preview)).toEqual({
      idToken: { groups: ["Editor"] },
      accessToken: {},
      userinfo: { groups: ["Editor"] },
      problems: [{ claim: "broken", reason: "The expression failed: field not found: nothing" }],
    });
    expect(await test.run(t, previewAppClaims, { ...preview, secondFactor: true })).toMatchObject({
      accessToken: { department: "sales" },
    });
    expect((await test.run(t, getAppClaims, { appId })).claims).toEqual([]);
  });

  it.each(Object.entries(claimPresets))("accept the preset %s", async (_id, { rules }) => {
    const { t, appId } = await app();
    await expect(test.run(t, setAppClaims, { appId, claims: [...rules] })).resolves.toMatchObject({ appId });
  });

  it("belong to one organization (404)", async () => {
    const { appId } = await app();
    const { t } = await app();
    await expect(test.run(t, setAppClaims, { appId, claims: [] })).rejects.toMatchObject(refusal(404));
    await expect(test.run(t, getAppClaims, { appId })).rejects.toMatchObject(refusal(404));
    const person = { userId: 1, appId, claims: [] };
    await expect(test.run(t, previewAppClaims, person)).rejects.toMatchObject(refusal(404));
  });

  it("of an API have no places", async () => {
    const t = ++tenant;
    const { apiId } = await test.run(t, createApi, {
      name: "Orders",
      audience: `https://api${t}.shop.example`,
    });
    const { userId } = await test.run(t, createUser, { email: `bob${t}@shop.example` });
    const claims = [{ claim: "mail", source: { kind: "user", field: "email" }, condition: null }] as const;
    await test.run(t, setApiClaims, { apiId, claims: [...claims] });
    expect(await test.run(t, getApiClaims, { apiId })).toEqual({ apiId, claims });
    expect(await test.run(t, previewApiClaims, { apiId, claims: [...claims], userId })).toEqual({
      accessToken: { mail: `bob${t}@shop.example` },
      problems: [],
    });
  });
});
