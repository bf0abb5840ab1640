import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createExecute, type Execute } from "@/server/kernel/operation/execute";
import { signingAlgorithms } from "@/server/kernel/signing-keys";
import { rotateDueKeys } from "@/server/outbox/signing-keys";
import { openKeyRing } from "@/server/auth/oidc/keys";
import { authenticationWorld, type AuthenticationWorld } from "@/server/testing/authentication";
import { platformActor, refusal } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { listSigningKeys, revokeSigningKey, rotateSigningKey } from "./signing-keys";
import { updatePlatformSettings } from "./settings";

describe.each(databaseKinds)("management of signing keys on %s", (kind) => {
  let world: AuthenticationWorld;
  let execute: Execute;
  beforeAll(async () => {
    world = await authenticationWorld(kind);
    execute = createExecute(world.stores, world.ports);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await world.database.sql`delete from signing_keys`;
    await openKeyRing(world.database, world.ports);
  });

  const keys = async () => (await execute(platformActor(), listSigningKeys, {})).keys;
  const events = () => world.database.sql<
    { action: string; target: string; label: string; changes: object }[]
  >`
    select action, target, target_label as label, changes from platform_audit_events
    where action like '%signing_key%' order by id`;
  const passDays = (days: number) => world.database.sql`
    update signing_keys set signs_from = signs_from - make_interval(days => ${days}),
      retired_at = retired_at - make_interval(days => ${days})`;
  /** Runs the schedule as a worker does. */
  const schedule = () =>
    rotateDueKeys({
      database: world.database,
      execute,
      settings: world.ports.settings,
      actor: platformActor(),
    });

  it("lists a signing key of each algorithm, without any private part", async () => {
    const listed = await execute(platformActor(), listSigningKeys, {});
    expect(listed.keys.map(({ algorithm, state }) => [algorithm, state])).toEqual(
      signingAlgorithms.map((algorithm) => [algorithm, "signing"]),
    );
    expect(listed.rotationDays).toBe(90);
    expect(JSON.stringify(listed)).not.toMatch(/"d"|private|jwk/i);
  });

  it("plans a rotation, brings it forward, and records each change once", async () => {
    const before = (await keys()).find(({ algorithm }) => algorithm === "ES256")!;
    const planned = await execute(platformActor(), rotateSigningKey, { algorithm: "ES256", when: "planned" });
    await execute(platformActor(), rotateSigningKey, { algorithm: "ES256", when: "planned" });
    expect((await keys()).filter(({ algorithm }) => algorithm === "ES256")).toMatchObject([
      { kid: planned.kid, state: "next", retiredAt: null },
      { kid: before.kid, state: "signing", retiredAt: planned.signsFrom },
    ]);
    await execute(platformActor(), rotateSigningKey, { algorithm: "ES256", when: "now" });
    expect((await keys()).filter(({ algorithm }) => algorithm === "ES256")).toMatchObject([
      { kid: planned.kid, state: "signing" },
      { kid: before.kid, state: "retired" },
    ]);
    expect(await events()).toMatchObject([
      {
        action: "platform_api.signing_key_rotated",
        target: `signing_key:${planned.kid}`,
        label: "ES256",
        changes: { kid: { from: before.kid, to: planned.kid } },
      },
      { action: "platform_api.signing_key_rotated", target: `signing_key:${planned.kid}` },
    ]);
  });

  it("revokes a key, also a retired one, and records it", async () => {
    const { kid } = (await keys()).find(({ algorithm }) => algorithm === "RS256")!;
    await execute(platformActor(), rotateSigningKey, { algorithm: "RS256", when: "now" });
    expect(await execute(platformActor(), revokeSigningKey, { kid })).toEqual({
      kid,
      algorithm: "RS256",
      successor: null,
    });
    expect((await keys()).filter(({ algorithm }) => algorithm === "RS256")).toHaveLength(1);
    expect((await events()).at(-1)).toMatchObject({
      action: "platform_api.signing_key_revoked",
      target: `signing_key:${kid}`,
      changes: { state: { from: "retired", to: "revoked" } },
    });
    await expect(execute(platformActor(), revokeSigningKey, { kid })).rejects.toMatchObject(refusal(409));
  });

  it("refuses a caller without the capability (403)", async () => {
    const nobody = platformActor(new Set(["CreateTenants"] as const));
    for (const [operation, input] of [
      [listSigningKeys, {}],
      [rotateSigningKey, { algorithm: "RS256", when: "now" }],
      [revokeSigningKey, { kid: "x" }],
    ] as const)
      await expect(execute(nobody, operation as typeof listSigningKeys, input)).rejects.toMatchObject(
        refusal(403),
      );
  });

  describe("the schedule", () => {
    it("plans a new key a day before the last one has signed for the number of days, once for all instances", async () => {
      await passDays(88);
      await schedule();
      expect((await keys()).filter(({ state }) => state === "next")).toHaveLength(0);
      await passDays(1);
      await world.database.sql`update signing_keys set signs_from = signs_from - interval '1 minute'`;
      await Promise.all([schedule(), schedule()]);
      const planned = await keys();
      for (const algorithm of signingAlgorithms) {
        const own = planned.filter((key) => key.algorithm === algorithm);
        expect(own.map(({ state }) => state)).toEqual(["next", "signing"]);
      }
      await schedule();
      expect(await keys()).toEqual(planned);
      await passDays(2);
      expect((await keys()).map(({ state }) => state).filter((state) => state === "next")).toEqual([]);
    });

    it("follows the platform's setting, and does nothing for 0 days", async () => {
      await passDays(400);
      world.set({ signingKeyDays: 0 });
      await schedule();
      expect((await keys()).filter(({ state }) => state === "next")).toHaveLength(0);
      world.set({ signingKeyDays: 500 });
      await schedule();
      expect((await keys()).filter(({ state }) => state === "next")).toHaveLength(0);
      world.set({ signingKeyDays: 90 });
      await schedule();
      expect((await keys()).filter(({ state }) => state === "next")).toHaveLength(4);
      expect(
        (await execute(platformActor(), updatePlatformSettings, { signingKeyDays: 30 })).signingKeyDays,
      ).toBe(30);
    });

    it("erases the private part of a key that is no longer published", async () => {
      const before = (await keys()).find(({ algorithm }) => algorithm === "EdDSA")!.kid;
      await execute(platformActor(), rotateSigningKey, { algorithm: "EdDSA", when: "now" });
      const sealed = async () =>
        (
          await world.database.sql<{ sealed: string | null }[]>`
            select private_jwk_encrypted as sealed from signing_keys where kid = ${before}`
        )[0]!.sealed;
      await schedule();
      expect(await sealed()).not.toBeNull();
      await passDays(2);
      await schedule();
      expect(await sealed()).toBeNull();
    });
  });
});
