import { randomBytes } from "node:crypto";
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createExecute, type Execute } from "@/server/kernel/operation/execute";
import { signingAlgorithms, type SigningAlgorithm } from "@/server/kernel/signing-keys";
import { revokeSigningKey, rotateSigningKey } from "@/server/platform/signing-keys";
import { createVault } from "@/server/ports/vault";
import {
  authenticationWorld,
  BASE_URL,
  get,
  tokenOf,
  type AuthenticationWorld,
  type TestCredential,
} from "@/server/testing/authentication";
import { platformActor } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { createAdapterFactory } from "./adapter";
import { openKeyRing } from "./keys";

const facts = { ip: null, requestId: null };

describe.each(databaseKinds)("signing keys on %s", (kind) => {
  let world: AuthenticationWorld;
  let credential: TestCredential;
  let execute: Execute;
  beforeAll(async () => {
    world = await authenticationWorld(kind);
    execute = createExecute(world.stores, world.ports);
    credential = await world.credential((await world.tenant()).tenantId);
  });
  afterAll(() => world.close());

  const published = async (auth: Awaited<ReturnType<AuthenticationWorld["instance"]>>) =>
    (await get(auth, "/jwks")).body as unknown as JSONWebKeySet;

  const rotate = (algorithm: SigningAlgorithm, when: "planned" | "now") =>
    execute(platformActor(), rotateSigningKey, { algorithm, when });
  const revoke = (kid: string) => execute(platformActor(), revokeSigningKey, { kid });
  const headerOf = (token: string) => decodeProtectedHeader(token);
  /** Moves the times of all keys into the past, as if this many hours had passed. */
  const passHours = (hours: number) => world.database.sql`
    update signing_keys set signs_from = signs_from - make_interval(hours => ${hours}),
      retired_at = retired_at - make_interval(hours => ${hours})`;

  it("creates one key of each kind, also if several instances start at once, and stores its private part encrypted", async () => {
    const rings = await Promise.all(
      Array.from({ length: 4 }, () => openKeyRing(world.database, world.ports)),
    );
    for (const algorithm of signingAlgorithms)
      expect(new Set(rings.map((ring) => ring.current().signing[algorithm].kid)).size).toBe(1);
    const rows = await world.database.sql<
      { row: string; d: unknown }[]
    >`select to_jsonb(k)::text as row from signing_keys k`;
    expect(rows).toHaveLength(signingAlgorithms.length);
    for (const { row } of rows) {
      expect(row).not.toContain('"d"');
      for (const { jwk } of rings[0]!.current().all) expect(row).not.toContain(jwk.d);
    }
  });

  it("publishes only public parts, each for one algorithm, which verify tokens", async () => {
    const auth = await world.instance();
    const keys = await published(auth);
    expect(keys.keys.map(({ kty, crv, alg, use }) => [alg, kty, crv, use])).toEqual([
      ["RS256", "RSA", undefined, "sig"],
      ["ES256", "EC", "P-256", "sig"],
      ["PS256", "RSA", undefined, "sig"],
      ["EdDSA", "OKP", "Ed25519", "sig"],
    ]);
    for (const key of keys.keys)
      for (const part of ["d", "p", "q", "dp", "dq", "qi"]) expect(key).not.toHaveProperty(part);
    expect(Buffer.from(keys.keys[0]!["n"] as string, "base64url")).toHaveLength(256);
    const { payload } = await jwtVerify(await tokenOf(auth, credential), createLocalJWKSet(keys), {
      issuer: BASE_URL,
      typ: "at+jwt",
    });
    expect(payload["client_id"]).toBe(credential.clientId);
  });

  it("rotates at once: the new key signs new tokens, and old tokens stay valid on every instance", async () => {
    const [one, two] = await Promise.all([world.instance(), world.instance()]);
    const before = await tokenOf(one, credential);
    await two.bearer(`Bearer ${before}`, facts);
    const { kid } = await rotate("EdDSA", "now");
    await one.refreshKeys();
    const after = await tokenOf(one, credential);
    expect(headerOf(after)).toMatchObject({ kid, alg: "EdDSA" });
    for (const instance of [one, two]) {
      for (const token of [before, after])
        expect(await instance.bearer(`Bearer ${token}`, facts)).toMatchObject({ scope: "tenant" });
    }
    await expect
      .poll(async () => (await published(two)).keys.map((key) => key.kid), { timeout: 15_000 })
      .toContain(kid);
    expect((await published(one)).keys.filter(({ alg }) => alg === "EdDSA")).toHaveLength(2);
    expect(headerOf(await tokenOf(two, credential))).toMatchObject({ kid });
  });

  it("publishes a planned key a day before it signs, and its predecessor until the last token is dead", async () => {
    const auth = await world.instance();
    const before = headerOf(await tokenOf(auth, credential)).kid!;
    const { kid, state } = await rotate("EdDSA", "planned");
    expect(state).toBe("next");
    await auth.refreshKeys();
    const kids = async () => (await published(auth)).keys.map((key) => key.kid);
    expect(await kids()).toEqual(expect.arrayContaining([before, kid]));
    expect(headerOf(await tokenOf(auth, credential)).kid).toBe(before);
    await passHours(23);
    await auth.refreshKeys();
    expect(headerOf(await tokenOf(auth, credential)).kid).toBe(before);
    await passHours(2);
    await auth.refreshKeys();
    const token = await tokenOf(auth, credential);
    expect(headerOf(token).kid).toBe(kid);
    await passHours(22);
    await auth.refreshKeys();
    expect(await kids()).toEqual(expect.arrayContaining([before, kid]));
    await passHours(2);
    await auth.refreshKeys();
    expect(await kids()).toContain(kid);
    expect(await kids()).not.toContain(before);
    expect(await auth.bearer(`Bearer ${token}`, facts)).toMatchObject({ scope: "tenant" });
  });

  it("plans one rotation for two instances that do it at once", async () => {
    const planned = await Promise.all([rotate("ES256", "planned"), rotate("ES256", "planned")]);
    expect(planned[0].kid).toBe(planned[1].kid);
    const rows = await world.database.sql`
      select 1 from signing_keys where algorithm = 'ES256' and retired_at is null and revoked_at is null`;
    expect(rows).toHaveLength(1);
    const now = await rotate("ES256", "now");
    expect(now).toMatchObject({ kid: planned[0].kid, state: "signing" });
  });

  it("rotates one after another if two instances do it at once", async () => {
    await Promise.all([rotate("PS256", "now"), rotate("PS256", "now")]);
    const rows = await world.database.sql`
      select 1 from signing_keys where algorithm = 'PS256' and retired_at is null`;
    expect(rows).toHaveLength(1);
  });

  it("refuses every token of a revoked key on every instance, and signs with its successor", async () => {
    const [one, two] = await Promise.all([world.instance(), world.instance()]);
    const token = await tokenOf(one, credential);
    await two.bearer(`Bearer ${token}`, facts);
    const { kid } = headerOf(token);
    const { successor } = await revoke(kid!);
    await expect.poll(async () => (await published(two)).keys.map((key) => key.kid)).not.toContain(kid);
    for (const instance of [one, two]) {
      await instance.refreshKeys();
      await expect(instance.bearer(`Bearer ${token}`, facts)).rejects.toMatchObject({
        error: "invalid_token",
      });
      const next = await tokenOf(instance, credential);
      expect(headerOf(next).kid).toBe(successor);
      await instance.bearer(`Bearer ${next}`, facts);
    }
    const [row] = await world.database
      .sql`select private_jwk_encrypted from signing_keys where kid = ${kid!}`;
    expect(row).toEqual({ private_jwk_encrypted: null });
    await expect(revoke(kid!)).rejects.toMatchObject({ reason: { code: "signing_key.revoked" } });
    await expect(revoke("unknown")).rejects.toMatchObject({ reason: { code: "signing_key.not_found" } });
  });

  it("signs on with the present key if the next key is revoked", async () => {
    const { kid } = await rotate("RS256", "planned");
    const ring = await openKeyRing(world.database, world.ports);
    const before = ring.current().signing.RS256.kid;
    expect(await revoke(kid)).toMatchObject({ successor: null });
    await passHours(25);
    await ring.refresh(0);
    expect(ring.current().signing.RS256.kid).toBe(before);
    expect(ring.current().all.map((key) => key.kid)).not.toContain(kid);
  });

  it("ignores keys of an algorithm that only a later version knows", async () => {
    await world.database.sql`
      insert into signing_keys (kid, algorithm, public_jwk, private_jwk_encrypted) values ('later', 'ML-DSA-44', '{}', 'x')`;
    const ring = await openKeyRing(world.database, world.ports);
    expect(ring.current().all.map((key) => key.kid)).not.toContain("later");
    await world.database.sql`delete from signing_keys where kid = 'later'`;
  });

  it("reports a different master key", async () => {
    await expect(
      openKeyRing(world.database, { ...world.ports, vault: createVault(randomBytes(32)) }),
    ).rejects.toThrow(/ENCRYPTION_KEY/);
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
