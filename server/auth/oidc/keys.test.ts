import { randomBytes } from "node:crypto";
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createVault } from "@/server/ports/vault";
import {
  authenticationWorld,
  BASE_URL,
  get,
  tokenOf,
  type AuthenticationWorld,
  type TestCredential,
} from "@/server/testing/authentication";
import { databaseKinds } from "@/server/testing/stores";
import { createAdapterFactory } from "./adapter";
import { openKeyRing } from "./keys";

const facts = { ip: null, requestId: null };

describe.each(databaseKinds)("signing keys on %s", (kind) => {
  let world: AuthenticationWorld;
  let credential: TestCredential;
  beforeAll(async () => {
    world = await authenticationWorld(kind);
    credential = await world.credential((await world.tenant()).tenantId);
  });
  afterAll(() => world.close());

  const published = async (auth: Awaited<ReturnType<AuthenticationWorld["instance"]>>) =>
    (await get(auth, "/jwks")).body as unknown as JSONWebKeySet;

  it("creates one key, also if several instances start at once, and stores its private part encrypted", async () => {
    const rings = await Promise.all(
      Array.from({ length: 4 }, () => openKeyRing(world.database, world.ports.vault)),
    );
    expect(new Set(rings.map((ring) => ring.current().active.kid)).size).toBe(1);
    const rows = await world.database.sql<
      { row: string; d: unknown }[]
    >`select to_jsonb(k)::text as row from signing_keys k`;
    expect(rows).toHaveLength(1);
    expect(rows[0]!.row).not.toContain('"d"');
    expect(rows[0]!.row).not.toContain(rings[0]!.current().active.jwk.d);
  });

  it("publishes only public parts, which verify tokens", async () => {
    const auth = await world.instance();
    const keys = await published(auth);
    for (const key of keys.keys) {
      expect(key).toMatchObject({ kty: "OKP", crv: "Ed25519", alg: "EdDSA", use: "sig" });
      expect(key).not.toHaveProperty("d");
    }
    const { payload } = await jwtVerify(await tokenOf(auth, credential), createLocalJWKSet(keys), {
      issuer: BASE_URL,
      typ: "at+jwt",
    });
    expect(payload["client_id"]).toBe(credential.clientId);
  });

  it("rotates: the new key signs new tokens, and old tokens stay valid on every instance", async () => {
    const [one, two] = await Promise.all([world.instance(), world.instance()]);
    const before = await tokenOf(one, credential);
    await two.bearer(`Bearer ${before}`, facts);
    const { kid } = await one.rotateSigningKey();
    const after = await tokenOf(one, credential);
    expect(JSON.parse(Buffer.from(after.split(".")[0]!, "base64url").toString())).toMatchObject({ kid });
    for (const instance of [one, two]) {
      for (const token of [before, after])
        expect(await instance.bearer(`Bearer ${token}`, facts)).toMatchObject({ scope: "tenant" });
    }
    await expect
      .poll(async () => (await published(two)).keys.map((key) => key.kid), { timeout: 5_000 })
      .toContain(kid);
    expect((await published(one)).keys).toHaveLength(2);
    expect(
      JSON.parse(Buffer.from((await tokenOf(two, credential)).split(".")[0]!, "base64url").toString()),
    ).toMatchObject({ kid });
  });

  it("rotates once for each of two instances that do it at once", async () => {
    const [one, two] = await Promise.all([world.instance(), world.instance()]);
    await Promise.all([one.rotateSigningKey(), two.rotateSigningKey()]);
    const [row] = await world.database.sql<
      { active: string }[]
    >`select count(*) as active from signing_keys where retired_at is null`;
    expect(Number(row!.active)).toBe(1);
  });

  it("stops publishing a retired key when its tokens have expired, and refuses tokens of that key", async () => {
    const auth = await world.instance();
    const token = await tokenOf(auth, credential);
    await auth.rotateSigningKey();
    await world.database
      .sql`update signing_keys set retired_at = now() - interval '2 days' where retired_at is not null`;
    const fresh = await world.instance();
    expect((await published(fresh)).keys).toHaveLength(1);
    await expect(fresh.bearer(`Bearer ${token}`, facts)).rejects.toMatchObject({ error: "invalid_token" });
  });

  it("reports a different master key", async () => {
    await expect(openKeyRing(world.database, createVault(randomBytes(32)))).rejects.toThrow(/ENCRYPTION_KEY/);
  });

  describe("the adapter", () => {
    const adapter = (model: string) => createAdapterFactory(world.database, world.ports.vault)(model);

    it("stores, consumes once, finds by other keys and deletes", async () => {
      const codes = adapter("AuthorizationCode");
      await codes.upsert(
        "the-code",
        { jti: "the-code", kind: "AuthorizationCode", clientId: "c", grantId: "g1", accountId: "7" },
        60,
      );
      expect(await codes.find("the-code")).toMatchObject({ jti: "the-code", clientId: "c" });
      expect(await adapter("RefreshToken").find("the-code")).toBeUndefined();
      const races = await Promise.allSettled([codes.consume("the-code"), codes.consume("the-code")]);
      expect(races.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(await codes.find("the-code")).toMatchObject({ consumed: expect.any(Number) as number });

      const devices = adapter("DeviceCode");
      await devices.upsert(
        "the-device",
        { jti: "the-device", kind: "DeviceCode", userCode: "ABCD", grantId: "g1" },
        60,
      );
      expect(await devices.findByUserCode("ABCD")).toMatchObject({ jti: "the-device" });
      const sessions = adapter("Session");
      await sessions.upsert("the-session", { jti: "the-session", kind: "Session", uid: "u1" }, 60);
      expect(await sessions.findByUid("u1")).toMatchObject({ jti: "the-session" });

      const stored = JSON.stringify(await world.database.sql`select * from oidc_payloads`);
      for (const id of ["the-code", "the-device", "the-session"]) expect(stored).not.toContain(id);

      await codes.revokeByGrantId("g1");
      expect(await codes.find("the-code")).toBeUndefined();
      expect(await devices.find("the-device")).toBeDefined();
      await sessions.destroy("the-session");
      expect(await sessions.findByUid("u1")).toBeUndefined();
      await codes.upsert("late", { jti: "late", kind: "AuthorizationCode" }, -1);
      expect(await codes.find("late")).toBeUndefined();
    });
  });
});
