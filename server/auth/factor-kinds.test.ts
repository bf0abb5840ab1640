import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { signInFlows, type ProofRecord } from "@/db/tenant/sign-in-flows";
import { previewTagPolicy } from "@/server/domain/access-rules/tag-preview";
import { exportOwnData } from "@/server/domain/account/own-data";
import { factorModules } from "@/server/domain/factors/factors";
import { listOwnFactors, makeOwnRecoveryCodes, removeOwnFactor } from "@/server/domain/factors/own-factors";
import { listSecurityAlerts } from "@/server/domain/risk/alerts";
import { thresholds } from "@/server/domain/risk/attacks";
import { getCredentialHealth } from "@/server/domain/risk/health";
import {
  factorKindNames,
  factorKinds,
  typedFactorKinds,
  type FactorKind,
  type FactorKindFacts,
} from "@/server/domain/sign-in-methods/factor-kinds.schema";
import { setTagPolicy } from "@/server/domain/tags/tags";
import { aSession } from "@/server/testing/factories";
import { refusal, tenantActor } from "@/server/testing/operations";
import { credentials, EMAIL, page, signInScene } from "@/server/testing/sign-in-scene";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("stored factors, on %s", (database) => {
  let scene: Awaited<ReturnType<typeof signInScene>>;
  let setting: Awaited<ReturnType<(typeof scene)["setting"]>>;
  beforeAll(async () => void (scene = await signInScene(database)));
  beforeEach(async () => void (setting = await scene.setting()));
  afterAll(() => scene.close());

  /** Stores a factor of a known kind as its module does, under this name. */
  const store = (kind: FactorKind, storedAs: string = kind) => {
    const { store: tenant, userId } = setting;
    const parts = fc.sample(factorModules[kind].generate(fc, scene.test.ports.vault), 1)[0]!;
    const verifiedAt = scene.test.clock.now;
    return tenant.write((tx) => tx.factors.insert({ ...parts, userId, kind: storedAs, verifiedAt }));
  };
  /** Returns an actor who has just signed in. */
  const owner = async () => {
    const { t, userId } = setting;
    const session = await aSession(scene.test, t, userId, { createdAt: scene.test.clock.now });
    const as = { userId, email: EMAIL, sessionId: session.id };
    return tenantActor(t, { channel: "account", capabilities: ["ManageOwnAccount"], as });
  };
  const withPassword = async () => {
    const visit = setting.browser();
    await visit.step("sign-in", credentials);
    return visit;
  };

  it.each(factorKindNames)("of the kind %s are listed, counted and demanded", async (kind) => {
    const { t, requireMfa } = setting;
    const { isSecondFactor } = factorKinds[kind];
    await requireMfa();
    const { id } = await store(kind);
    const actor = await owner();
    const { test } = scene;
    expect((await test.run(actor, listOwnFactors, {})).factors).toMatchObject([{ kind }]);
    expect((await test.run(t, getCredentialHealth, {})).withMfa).toBe(isSecondFactor ? 1 : 0);
    const removal = test.run(actor, removeOwnFactor, { factorId: id });
    if (isSecondFactor) await expect(removal).rejects.toMatchObject(refusal(400));
    else expect(await removal).toMatchObject({ removed: true });
    expect(await (await withPassword()).view()).toMatchObject({ step: isSecondFactor ? "second" : "enrol" });
  });

  it.each(typedFactorKinds)(
    "attack: codes of the kind %s are guessed, and count as no wrong passwords",
    async (kind) => {
      const { t } = setting;
      await store("totp");
      if (kind !== "totp") await store(kind);
      const facts: FactorKindFacts = factorKinds[kind];
      // Recovery codes that are left make the method available.
      if (kind === "recovery_codes")
        await setting.store.write(async (tx) => {
          const [row] = (await tx.factors.list()).filter((each) => each.kind === kind);
          await tx.factors.update(row!.id, { data: { hashes: ["left"] } });
        });
      const visit = await withPassword();
      for (let guess = 0; guess < thresholds.factorPrompts; guess++)
        expect(await visit.step("factor", { method: facts.method, code: `00000${guess}` })).toEqual(
          page("code_wrong"),
        );
      const alerts = await scene.test.run(t, listSecurityAlerts, {});
      expect(alerts.map(({ alertType }) => alertType)).toEqual(["mfa_fatigue"]);
    },
  );

  describe("of a kind that this version does not know", () => {
    beforeEach(async () => void (await store("totp", "moon")));

    it("attack: the password alone opens the account, or sets up another factor", async () => {
      await setting.requireMfa();
      const visit = await withPassword();
      expect(await visit.view()).toMatchObject({ step: "second", second: [], enrol: [] });
      expect(await visit.step("factor", { method: "moon", code: "000000" })).toEqual(page("again"));
      expect(await visit.step("enrol-app")).toEqual(page("again"));
      expect(await setting.sessions()).toEqual([]);
    });

    it("attack: they count as the second factor that the organization requires", async () => {
      const { requireMfa } = setting;
      const actor = await owner();
      const { test } = scene;
      await expect(test.run(actor, makeOwnRecoveryCodes, {})).rejects.toMatchObject(refusal(400));
      const tagId = await requireMfa();
      await test.run(setting.t, setTagPolicy, { tagId, policyKey: "requireMfa", value: false });
      const policy = { tagId, policyKey: "requireMfa", value: true };
      expect(await test.run(setting.t, previewTagPolicy, policy)).toMatchObject({ hit: 1 });
      await test.run(setting.t, setTagPolicy, policy);
      const { id } = await store("totp");
      await expect(test.run(actor, removeOwnFactor, { factorId: id })).rejects.toMatchObject(refusal(400));
    });

    it("are listed, exported and removed", async () => {
      const actor = await owner();
      const { test } = scene;
      const { factors } = await test.run(actor, listOwnFactors, {});
      expect(factors).toMatchObject([{ kind: "unknown" }]);
      expect(await test.run(actor, exportOwnData, {})).toMatchObject({
        secondFactors: [{ kind: "unknown" }],
      });
      await test.run(actor, removeOwnFactor, { factorId: factors[0]!.factorId });
      expect(await withPassword()).toBeDefined();
      expect(await setting.sessions()).toHaveLength(2);
    });
  });

  describe("beside a stored proof by a method that this version does not know", () => {
    const moon = () => ({ method: "moon", at: scene.test.clock.now.toISOString() });
    const keep = (proofsOf: (proofs: ProofRecord[]) => ProofRecord[]) =>
      setting.store.write(async (tx) => {
        const [flow] = await tx.signInFlows.list();
        await tx.signInFlows.updateWhere(eq(signInFlows.id, flow!.id), { proofs: proofsOf(flow!.proofs) });
      });

    it("attack: the proof replaces the second factor", async () => {
      await setting.totp();
      const visit = await withPassword();
      await keep((proofs) => [...proofs, moon()]);
      expect(await visit.step("continue")).toEqual(page());
      expect(await visit.view()).toMatchObject({ step: "second", second: ["totp"] });
    });

    it("attack: a second factor after the proof opens the account", async () => {
      await setting.totp();
      const visit = await withPassword();
      await keep(([password]) => [moon(), { ...password!, method: "recovery_code" }]);
      expect(await visit.step("continue")).toEqual(page());
      expect(await visit.view()).toMatchObject({ step: "first", proved: false });
    });
  });
});
