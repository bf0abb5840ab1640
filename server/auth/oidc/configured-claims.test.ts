import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setApiClaims, setAppClaims } from "@/server/domain/app-claims/claims";
import { createRole } from "@/server/domain/roles/roles";
import { grantRole } from "@/server/domain/roles/grants";
import { claimsOf, createApiScene, type ApiScene } from "@/server/testing/api-scene";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("configured claims on %s", (kind) => {
  let world: ApiScene;
  beforeAll(async () => void (world = await createApiScene(kind)), 120_000);
  afterAll(() => world.close());

  const groups = { claim: "groups", source: { kind: "roles", of: "organization" } } as const;
  const level = { claim: "level", source: { kind: "session", value: "acr" } } as const;
  const everywhere = ["id_token", "access_token", "userinfo"] as const;

  it("are in the tokens and answers that the app chose, without a scope", async () => {
    const it = await world.addTenantWithApi();
    const { actor, appId, person } = it;
    const { roleId } = await world.execute(actor, createRole, { name: "Clerks" });
    await world.execute(actor, grantRole, { userId: person.userId, roleId });
    await world.execute(actor, setAppClaims, {
      appId,
      claims: [
        { ...groups, in: ["id_token", "userinfo"] },
        { ...level, in: [...everywhere] },
        {
          claim: "plan",
          source: { kind: "constant", value: "gold" },
          condition: "'Clerks' in roles",
          in: ["access_token"],
        },
      ],
    });
    const { code, verifier } = await world.codeOf(it, { scope: "openid offline_access" });
    const { body } = await world.exchange(it, { code, code_verifier: verifier });
    expect(claimsOf(body["id_token"])).toMatchObject({
      sub: String(person.userId),
      groups: ["Clerks"],
      level: "1fa",
    });
    expect(claimsOf(body["id_token"])).not.toHaveProperty("plan");
    const introspected = await world.post("/introspect", {
      ...world.secretsOf(it),
      token: body["access_token"]!,
    });
    expect(introspected.body).toMatchObject({ active: true, plan: "gold", level: "1fa" });
    expect(introspected.body).not.toHaveProperty("groups");
    const answer = await fetch(`${world.baseUrl}/userinfo`, {
      headers: { authorization: `Bearer ${body["access_token"]}` },
    });
    // The sign-in is not known at userinfo.
    expect(await answer.json()).toEqual({ sub: String(person.userId), tid: it.tenantId, groups: ["Clerks"] });
    const refreshed = await world.refresh(it, body["refresh_token"]!);
    expect(claimsOf(refreshed.body["id_token"])).toMatchObject({ groups: ["Clerks"], level: "1fa" });
  });

  it("of an API are in users' tokens for it, and those of the app are not", async () => {
    const it = await world.addTenantWithApi();
    await world.execute(it.actor, setAppClaims, {
      appId: it.appId,
      claims: [{ claim: "of_app", source: { kind: "constant", value: true }, in: [...everywhere] }],
    });
    await world.execute(it.actor, setApiClaims, {
      apiId: it.api.apiId,
      claims: [{ claim: "mail", source: { kind: "user", field: "email" } }],
    });
    const { body } = await world.tokensOf(it, it.api.audience);
    expect(claimsOf(body["access_token"])).toMatchObject({ mail: it.person.email });
    expect(claimsOf(body["access_token"])).not.toHaveProperty("of_app");
    expect(claimsOf(body["id_token"])).toMatchObject({ of_app: true });
  });

  it("with data of the user are named at the consent", async () => {
    const it = await world.addTenantWithApi();
    const constant = {
      claim: "plan",
      source: { kind: "constant", value: "gold" },
      in: ["id_token"],
    } as const;
    const claims = [
      { ...groups, in: ["id_token" as const] },
      { ...constant, in: ["id_token" as const] },
    ];
    await world.execute(it.actor, setAppClaims, { appId: it.appId, claims });
    const browser = world.browser();
    const start = await browser.authorize(it.app, { scope: "openid" });
    const { at } = await browser.follow(await browser.submit(start.at, "sign-in", it.person), it.app);
    const { pathname } = new URL(at);
    const view = await world.auth.main.interactions.describe(
      pathname.split("/").at(-1)!,
      browser.cookieHeader(pathname),
      { ip: null, userAgent: null },
    );
    expect(view).toMatchObject({ prompt: "consent", claims: ["groups"] });
  });

  it("of an app without rules add nothing", async () => {
    const it = await world.addTenantWithApi();
    const { body } = await world.tokensOf(it, it.api.audience);
    expect(claimsOf(body["access_token"])).not.toHaveProperty("mail");
  });
});
