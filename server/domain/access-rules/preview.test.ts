import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anApp, aTag, aUser } from "@/server/testing/factories";
import { refusal, tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { recordSignIn } from "../risk/record-sign-in";
import { createAccessRule, listNamedAccessRules, setGeoRestriction } from "./access-rules";
import { previewAccessDraft } from "./preview";

const DAY = 86_400_000;

describe.each(databaseKinds)("the preview of an access rule on %s", (kind) => {
  let test: TestOperations;
  let ann: number;
  let bob: number;
  let tagId: number;
  let appId: number;
  const signIn = (tenantId: number, userId: number, more: object = {}) =>
    test.write(tenantId, (tx) =>
      recordSignIn(tx, {
        at: new Date(test.clock.now.getTime() - DAY),
        userId,
        outcome: "succeeded",
        method: "password",
        ip: "203.0.113.7",
        country: "DE",
        ...more,
      }),
    );
  const preview = (draft: object) => test.run(1, previewAccessDraft, draft);

  beforeAll(async () => {
    test = await testOperations(kind);
    ann = (await aUser(test, 1, { name: "Ann" })).id;
    bob = (await aUser(test, 1, { name: null })).id;
    tagId = (await aTag(test, 1)).id;
    appId = (await anApp(test, 1, { name: "Ledger" })).id;
    await test.write(1, (tx) => tx.userTags.insert({ userId: bob, tagId }));
    await signIn(1, ann);
    await signIn(1, ann, { country: "FR", at: new Date(test.clock.now.getTime() - 2 * DAY) });
    await signIn(1, bob, { country: "FR", appId, ip: "198.51.100.9" });
    await signIn(1, bob, { country: null, ip: "10.0.0.1" });
    // The preview ignores these sign-ins: they failed or are older than 30 days.
    await signIn(1, bob, { country: "FR", outcome: "failed" });
    await signIn(1, bob, { country: "FR", at: new Date(test.clock.now.getTime() - 31 * DAY) });
    const stranger = (await aUser(test, 2)).id;
    await signIn(2, stranger, { country: "FR" });
  });
  afterAll(() => test.close());

  it("counts sign-ins and people, and returns the reason", async () => {
    const found = await preview({
      rule: { scope: "org", type: "country", effect: "allow", countries: ["de"] },
    });
    expect(found).toMatchObject({ days: 30, signIns: 4, people: 2, complete: true, refusesYou: false });
    expect(found.refused).toEqual({ signIns: 2, people: 2 });
    expect(found.examples.find(({ userId }) => userId === ann)).toMatchObject({
      name: "Ann",
      signIns: 1,
      lastAt: new Date(test.clock.now.getTime() - 2 * DAY).toISOString(),
      why: "Sign-ins are allowed only from Germany; this one is from France.",
    });
  });

  it.each([
    ["a person", () => ({ scope: "user", userId: ann }), 1],
    ["a tag", () => ({ scope: "tag", tagId }), 1],
    ["an app", () => ({ scope: "app", appId }), 1],
  ])("counts only the sign-ins that the rule concerns: %s", async (_what, about, refused) => {
    const draft = { ...about(), type: "country", effect: "deny", countries: ["FR"] };
    expect((await preview({ rule: draft })).refused.signIns).toBe(refused);
  });

  it("previews a country restriction in place of the present one", async () => {
    const draft = { restriction: { mode: "deny", countries: ["FR"] } };
    expect((await preview(draft)).refused).toEqual({ signIns: 2, people: 2 });
    await test.run(1, setGeoRestriction, draft.restriction);
    // The preview does not count a sign-in that the present rules already refuse.
    expect((await preview(draft)).refused).toEqual({ signIns: 0, people: 0 });
    expect((await preview({ restriction: { mode: "allow", countries: ["FR"] } })).refused.signIns).toBe(1);
    await test.run(1, setGeoRestriction, { mode: "disabled", countries: [] });
  });

  it("counts nobody who is allowed by another rule of the same scope", async () => {
    const { id } = await test.run(1, createAccessRule, {
      scope: "org",
      type: "ip",
      effect: "allow",
      cidrs: ["0.0.0.0/0"],
    });
    const draft = { rule: { scope: "org", type: "ip", effect: "allow", cidrs: ["192.0.2.0/24"] } };
    expect((await preview(draft)).refused.signIns).toBe(0);
    await test.write(1, (tx) => tx.accessRules.remove(id));
    expect((await preview(draft)).refused.signIns).toBe(4);
  });

  it("reads many sign-ins and counts each once", async () => {
    const many = await aUser(test, 3);
    await test.write(3, async (tx) => {
      for (let i = 0; i < 600; i++)
        await recordSignIn(tx, {
          at: new Date(test.clock.now.getTime() - i * 1_000),
          userId: many.id,
          outcome: "succeeded",
          method: "password",
          country: i % 2 === 0 ? "FR" : "DE",
        });
    });
    const draft = { rule: { scope: "org", type: "country", effect: "deny", countries: ["FR"] } };
    expect(await test.run(3, previewAccessDraft, draft)).toMatchObject({
      signIns: 600,
      people: 1,
      complete: true,
      refused: { signIns: 300, people: 1 },
      examples: [{ signIns: 300, lastAt: test.clock.now.toISOString() }],
    });
  });

  it("returns whether the actor would be refused", async () => {
    const actor = tenantActor(1, { as: { userId: ann, email: "ann@example.com" } });
    const draft = { rule: { scope: "org", type: "method", methods: ["webauthn"] } };
    expect(await test.run(actor, previewAccessDraft, draft)).toMatchObject({
      refusesYou: true,
      youAreExempt: false,
    });
  });

  it.each([
    ["owner", true],
    ["admin", false],
  ] as const)(
    "returns for an %s that access rules are without effect at the console: %s",
    async (role, exempt) => {
      const { id: userId } = await aUser(test, 1, { name: role });
      await test.write(1, (tx) => tx.administrators.insert({ userId, role }));
      await signIn(1, userId);
      const actor = tenantActor(1, { as: { userId, email: `${role}@example.com` } });
      const draft = { rule: { scope: "org", type: "method", methods: ["webauthn"] } };
      expect(await test.run(actor, previewAccessDraft, draft)).toMatchObject({
        refusesYou: true,
        youAreExempt: exempt,
      });
    },
  );

  it("refuses an invalid draft and names its field", async () => {
    const rule = { scope: "org", type: "ip", effect: "allow", cidrs: ["nowhere"] };
    await expect(preview({ rule })).rejects.toMatchObject(refusal(400, "rule.cidrs.0"));
    await expect(preview({})).rejects.toMatchObject({ status: 400 });
  });

  it("lists rules with the names of their subjects", async () => {
    const deny = { type: "country", effect: "deny", countries: ["FR"] };
    for (const about of [
      { scope: "user", userId: ann },
      { scope: "app", appId },
    ])
      await test.run(1, createAccessRule, { ...about, ...deny });
    const rules = await test.run(1, listNamedAccessRules, {});
    expect(rules.map(({ scope, about }) => [scope, about])).toEqual([
      ["user", "Ann"],
      ["app", "Ledger"],
    ]);
    expect(await test.run(2, listNamedAccessRules, {})).toEqual([]);
  });
});
