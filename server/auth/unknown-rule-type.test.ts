import { beforeAll, describe, expect, it } from "vitest";
import {
  createAccessRule,
  deleteAccessRule,
  listAccessRules,
  listNamedAccessRules,
} from "../domain/access-rules/access-rules";
import { createDecider } from "../domain/access-rules/compiled";
import { decide } from "../domain/access-rules/decide";
import { listRulesOfPerson } from "../domain/access-rules/of-person";
import { previewAccessDraft } from "../domain/access-rules/preview";
import { fromStored } from "../domain/access-rules/rules";
import { explainAccess } from "../domain/access-explanation/explain";
import { textIn } from "../kernel/texts/text";
import { unrestricted, facts } from "../testing/access-rules";
import { anApp, aTag, aUser } from "../testing/factories";
import { operationsOn } from "../testing/operations-on";
import { appSignIns } from "../testing/sign-in";
import { databaseKinds } from "../testing/stores";
import { previewTagging } from "../domain/access-rules/tag-preview";

const PASSWORD = "correct horse battery staple 9";
const REFUSAL = "This version does not know the rule type moon, so the rule denies every sign-in.";

describe.each(databaseKinds)("a stored access rule of an unknown type, on %s", (kind) => {
  const { test, another } = operationsOn(kind);
  let signIn: ReturnType<typeof appSignIns>["byPassword"];
  beforeAll(() => void (signIn = appSignIns(test).byPassword));

  /** Creates a tenant with a user and an app. Rules may have a type of a newer version. */
  async function setting() {
    const t = another();
    const person = (email: string) =>
      aUser(test, t, { email, passwordHash: `plain:${PASSWORD}`, createdAt: new Date("2026-01-01") });
    const [ann, bob] = [await person("ann@acme.example"), await person("bob@acme.example")];
    const app = await anApp(test, t, { redirectUri: "https://shop.example/cb" });
    const enter = (email = "ann@acme.example") =>
      signIn({
        tenantId: t,
        appId: app.id,
        email,
        password: PASSWORD,
        ip: "192.0.2.1",
        userAgent: null,
        deviceHash: "a".repeat(64),
      });
    const unknownRule = async (about: object) => {
      const { id } = await test.run(t, createAccessRule, { ...about, type: "anonymizer" });
      await test.database.sql`update access_rules set type = 'moon', definition = '{"phase": "full"}'
        where tenant_id = ${t} and id = ${id}`;
      return id;
    };
    return { t, ann, bob, app, enter, unknownRule };
  }

  it("refuses only the sign-ins in its scope", async () => {
    const { t, ann, enter, unknownRule } = await setting();
    expect(await enter()).toMatchObject({ outcome: "signed_in" });
    const id = await unknownRule({ scope: "user", userId: ann.id });
    expect(await enter()).toEqual({ outcome: "denied" });
    expect(await enter("bob@acme.example")).toMatchObject({ outcome: "signed_in" });
    const records = await test.stores.tenant(t).read((tx) => tx.signIns.list({}));
    const refused = records.filter(({ outcome }) => outcome === "refused");
    expect(refused.map(({ explanation }) => explanation?.map((text) => textIn("en", text)))).toEqual([
      [`Rule ${id} (unknown): ${REFUSAL}`],
    ]);
    await test.run(t, deleteAccessRule, { ruleId: id });
    expect(await enter()).toMatchObject({ outcome: "signed_in" });
  });

  it("refuses in the explanation, and is listed", async () => {
    const { t, ann, bob, app, unknownRule } = await setting();
    const id = await unknownRule({ scope: "user", userId: ann.id });
    const explain = (userId: number) => test.run(t, explainAccess, { userId, appId: app.id });
    expect(await explain(ann.id)).toMatchObject({
      verdict: "refused",
      facts: expect.arrayContaining([{ effect: "refuses", about: "rules", text: REFUSAL }]) as unknown,
    });
    expect((await explain(bob.id)).verdict).toBe("allowed");
    expect(await test.run(t, listAccessRules, {})).toMatchObject([{ id, type: "moon" }]);
    expect(await test.run(t, listNamedAccessRules, {})).toMatchObject([{ id, type: "moon" }]);
    expect((await test.run(t, listRulesOfPerson, { userId: ann.id })).rules).toMatchObject([
      { ruleId: id, words: "No sign-in, because this version does not know the rule type moon" },
    ]);
  });

  it("refuses in the previews of rules and tags", async () => {
    const { t, ann, enter, unknownRule } = await setting();
    expect(await enter()).toMatchObject({ outcome: "signed_in" });
    expect(await enter("bob@acme.example")).toMatchObject({ outcome: "signed_in" });
    const tag = await aTag(test, t);
    await unknownRule({ scope: "tag", tagId: tag.id });
    expect((await test.run(t, previewTagging, { userId: ann.id, tagId: tag.id })).refused).toMatchObject({
      signIns: 1,
      why: REFUSAL,
    });
    await unknownRule({ scope: "user", userId: ann.id });
    // Ann's sign-in is already refused, so the draft affects only Bob's.
    const draft = { rule: { scope: "org", type: "method", methods: ["webauthn"] } };
    expect((await test.run(t, previewAccessDraft, draft)).refused).toEqual({ signIns: 1, people: 1 });
  });
});

it("refuses in the plain and in the compiled decision, whatever else is allowed", () => {
  const common = { scope: "org" as const, userId: null, tagId: null, appId: null, expiresAt: null };
  const rules = [
    fromStored({ ...common, id: 1, type: "country", definition: { effect: "allow", countries: ["DE"] } }),
    fromStored({ ...common, id: 2, type: "moon", definition: { effect: "allow", phase: "full" } }),
    fromStored({ ...common, id: 3, type: "constructor", definition: {} }),
    fromStored({ ...common, id: 4, type: "moon", definition: {}, expiresAt: facts.at }),
  ];
  const decision = decide(rules, unrestricted, facts);
  expect(decision).toMatchObject({ allow: false, refusals: [{ ruleId: 2 }, { ruleId: 3 }] });
  expect(textIn("en", decision.refusals[0]!.why)).toBe(REFUSAL);
  expect(createDecider(rules)(unrestricted, facts)).toEqual(decision);
});
