import { randomBytes } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { revokeSessions } from "@/server/domain/sessions/sessions";
import { lockUser } from "@/server/domain/users/locks";
import { suspendUser } from "@/server/domain/users/users";
import { createScene, type Scene, type SceneTenant } from "@/server/testing/scene";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("a refresh token that is used again within ten seconds, on %s", (kind) => {
  let rig: Scene;
  beforeAll(async () => void (rig = await createScene(kind, { overHttp: true })));
  afterAll(() => rig.close());

  async function refreshTokenOf(setting: SceneTenant, parameters: Record<string, string> = {}) {
    const { code, verifier } = await rig.codeOf(setting, parameters);
    return (await rig.exchange(setting, { code, code_verifier: verifier })).body["refresh_token"]!;
  }
  const alertsOf = ({ tenantId }: SceneTenant) =>
    rig.world.inTenant(tenantId, (tx) => tx.securityAlerts.list());
  const grantsOf = ({ tenantId }: SceneTenant) =>
    rig.world.inTenant(tenantId, (tx) => tx.appAuthorizations.list());
  const storedOf = ({ app }: SceneTenant) => rig.world.database.sql<
    { id: string; expires: string; used: boolean }[]
  >`
    select id_hash as id, expires_at::text as expires, consumed_at is not null as used from oidc_payloads
    where model = 'RefreshToken' and client_id = ${app.clientId} order by created_at`;

  it.each([["confidential"], ["public"]] as const)(
    "two tabs of a %s app refresh at the same moment, and both are signed out: both get the same successor",
    async (clientType) => {
      const setting = await rig.addTenant({ clientType });
      const token = await refreshTokenOf(setting);
      const tabs = await Promise.all([rig.refresh(setting, token), rig.refresh(setting, token)]);
      expect(tabs.map(({ status }) => status)).toEqual([200, 200]);
      const [one, two] = tabs.map(({ body }) => body);
      expect(one!["refresh_token"]).not.toBe(token);
      expect(two!["refresh_token"]).toBe(one!["refresh_token"]);
      expect(two!["access_token"]).not.toBe(one!["access_token"]);
      for (const { body } of tabs) expect(await rig.userinfo(body["access_token"]!)).toBe(200);
      expect((await rig.refresh(setting, one!["refresh_token"]!)).status).toBe(200);
      expect(await alertsOf(setting)).toEqual([]);
    },
  );

  it("prolongs no lifetime: the stored successor stays the same", async () => {
    const setting = await rig.addTenant();
    const token = await refreshTokenOf(setting);
    await rig.refresh(setting, token);
    await rig.world.database.sql`
      update oidc_payloads set expires_at = now() + interval '1 hour'
      where model = 'RefreshToken' and client_id = ${setting.app.clientId} and consumed_at is null`;
    const before = await storedOf(setting);
    expect(before.map(({ used }) => used)).toEqual([true, false]);
    expect((await rig.refresh(setting, token)).status).toBe(200);
    expect(await storedOf(setting)).toEqual(before);
  });

  it("ends the grant if the successor was used meanwhile, because it is not the last token any more", async () => {
    const setting = await rig.addTenant();
    const token = await refreshTokenOf(setting);
    const next = (await rig.refresh(setting, token)).body["refresh_token"]!;
    const last = (await rig.refresh(setting, next)).body["refresh_token"]!;
    expect((await rig.refresh(setting, token)).body["error"]).toBe("invalid_grant");
    expect((await rig.refresh(setting, last)).body["error"]).toBe("invalid_grant");
    await expect
      .poll(() => alertsOf(setting))
      .toMatchObject([{ alertType: "refresh_token_reuse", affectedUserCount: 1 }]);
  });

  it("stolen token: ends the grant after ten seconds, and notifies the administrators", async () => {
    const setting = await rig.addTenant();
    const token = await refreshTokenOf(setting);
    const { body } = await rig.refresh(setting, token);
    await rig.passRefreshGrace(setting);
    expect((await rig.refresh(setting, token)).body["error"]).toBe("invalid_grant");
    expect((await rig.refresh(setting, body["refresh_token"]!)).body["error"]).toBe("invalid_grant");
    expect(await rig.userinfo(body["access_token"]!)).toBe(401);
    await expect.poll(() => alertsOf(setting)).toMatchObject([{ alertType: "refresh_token_reuse" }]);
  });

  it("stolen token: gives six answers in all, and the seventh request ends the grant", async () => {
    const setting = await rig.addTenant();
    const token = await refreshTokenOf(setting);
    const statuses: number[] = [];
    for (let sent = 0; sent < 7; sent++) statuses.push((await rig.refresh(setting, token)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 400]);
    expect((await grantsOf(setting))[0]!.revokedAt).not.toBeNull();
  });

  it("stolen token: is refused to another app, and without the app's secret", async () => {
    const setting = await rig.addTenant();
    const token = await refreshTokenOf(setting);
    const { body } = await rig.refresh(setting, token);
    const thief = { ...setting, ...(await rig.addApp(setting.tenantId)) };
    expect((await rig.refresh(thief, token)).body["error"]).toBe("invalid_grant");
    const form = { grant_type: "refresh_token", refresh_token: token, client_id: setting.app.clientId };
    expect((await rig.post("/token", form)).status).toBe(401);
    expect((await rig.post("/token", { ...form, client_secret: "wrong" })).status).toBe(401);
    expect((await rig.refresh(setting, body["refresh_token"]!)).status).toBe(200);
  });

  it("stolen token: is refused without the key to which it is bound (DPoP)", async () => {
    const setting = await rig.addTenant({ clientType: "public", requireDpop: true });
    const newPair = () => crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign"]);
    const proofBy = async (pair: CryptoKeyPair) => {
      const { kty, crv, x, y } = await crypto.subtle.exportKey("jwk", pair.publicKey);
      const jwk = { kty: kty!, crv: crv!, x: x!, y: y! };
      return new SignJWT({ jti: randomBytes(8).toString("hex"), htm: "POST", htu: `${rig.baseUrl}/token` })
        .setIssuedAt()
        .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk })
        .sign(pair.privateKey);
    };
    const [own, foreign] = [await newPair(), await newPair()];
    const { code, verifier } = await rig.codeOf(setting);
    const given = await rig.exchange(
      setting,
      { code, code_verifier: verifier },
      { DPoP: await proofBy(own) },
    );
    const form = {
      grant_type: "refresh_token",
      refresh_token: given.body["refresh_token"]!,
      ...rig.secretsOf(setting),
    };
    const send = async (pair: CryptoKeyPair) => rig.post("/token", form, { DPoP: await proofBy(pair) });
    const first = await send(own);
    expect(first.status).toBe(200);
    expect((await rig.post("/token", form)).status).toBe(400);
    expect((await send(foreign)).status).toBe(400);
    expect((await send(own)).body).toMatchObject({
      token_type: "DPoP",
      refresh_token: first.body["refresh_token"],
    });
  });

  const ends: [string, (setting: SceneTenant) => Promise<unknown>][] = [
    [
      "the user was locked",
      ({ actor, person: { userId } }) => rig.execute(actor, lockUser, { userId, indefinite: true }),
    ],
    [
      "the user was suspended",
      ({ actor, person: { userId } }) => rig.execute(actor, suspendUser, { userId }),
    ],
    [
      "the session has ended",
      ({ actor, person: { userId } }) => rig.execute(actor, revokeSessions, { userId }),
    ],
  ];
  it.each(ends)("is refused after %s", async (_name, end) => {
    const setting = await rig.addTenant();
    const token = await refreshTokenOf(setting, { scope: "openid" });
    expect((await rig.refresh(setting, token)).status).toBe(200);
    await end(setting);
    expect((await rig.refresh(setting, token)).body["error"]).toBe("invalid_grant");
  });

  it("is inactive for /introspect", async () => {
    const setting = await rig.addTenant();
    const token = await refreshTokenOf(setting);
    const { body } = await rig.refresh(setting, token);
    expect(await rig.introspect(setting, token)).toEqual({ active: false });
    expect(await rig.introspect(setting, body["refresh_token"]!)).toMatchObject({ active: true });
  });
});
