import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aTag, aUser } from "@/server/testing/factories";
import { refusal, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { createAccessRule } from "./access-rules";
import { recordSignIn } from "../risk/record-sign-in";
import { previewTagging, previewTaggingMany, previewTagPolicy } from "./tag-preview";

const DAY = 86_400_000;

describe.each(databaseKinds)("the preview of a tag's restrictions, on %s", (kind) => {
  let test: TestOperations;
  let tenant = 0;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  const setting = () => {
    const t = ++tenant;
    const give = (userId: number, tagId: number) =>
      test.write(t, (tx) => tx.userTags.insert({ userId, tagId }));
    const signIn = (userId: number, more: object = {}) =>
      test.write(t, (tx) =>
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
    const policy = (tagId: number, policyKey: string, value: boolean | null) =>
      test.run(t, previewTagPolicy, { tagId, policyKey, value });
    const tagging = (userId: number, tagId: number) => test.run(t, previewTagging, { userId, tagId });
    return { t, give, signIn, policy, tagging };
  };

  it("counts the people whom a policy newly restricts, and those whom it affects at their next sign-in", async () => {
    const { t, give, signIn, policy } = setting();
    const [tag, strict] = [await aTag(test, t), await aTag(test, t, { policies: { requireMfa: true } })];
    const people = [];
    for (let index = 0; index < 4; index++) people.push((await aUser(test, t)).id);
    const [bare, keyed, bound, begun] = people as [number, number, number, number];
    const suspended = (await aUser(test, t, { status: "suspended" })).id;
    await aUser(test, t);
    for (const userId of [...people, suspended]) await give(userId, tag.id);
    await give(bound, strict.id);
    const factor = (userId: number, verifiedAt: Date | null) =>
      test.write(t, (tx) => tx.factors.insert({ userId, kind: "totp", verifiedAt }));
    await factor(keyed, new Date());
    await factor(begun, null);
    // Five users have the tag. One of them is suspended. Another user has a second tag that already requires a second factor.
    const anew = { effect: "restricts", people: 3, tagged: 5 };
    expect(await policy(tag.id, "requireMfa", true)).toEqual({ ...anew, hit: 2 });
    expect(await policy(tag.id, "requireMfa", false)).toMatchObject({ effect: null, people: 0 });
    // The policy of the tag `strict` already restricts its users. A removal of the policy affects only the users who have no
    // other tag with the same policy.
    expect(await policy(strict.id, "requireMfa", true)).toMatchObject({ effect: null, people: 0 });
    for (const value of [false, null])
      expect(await policy(strict.id, "requireMfa", value)).toEqual({
        effect: "loosens",
        people: 1,
        tagged: 1,
        hit: null,
      });

    await signIn(bare, { method: "MagicLink" });
    await signIn(keyed, { method: "MagicLink", at: new Date(test.clock.now.getTime() - 31 * DAY) });
    expect(await policy(tag.id, "allowMagicLink", false)).toMatchObject({ people: 4, hit: 1 });
    expect(await policy(tag.id, "allowMagicLink", true)).toMatchObject({ effect: null });
    expect(await policy(tag.id, "requireDeviceApproval", true)).toMatchObject({ people: 4, hit: null });
    await expect(policy(999_999, "requireMfa", true)).rejects.toMatchObject(refusal(404));
  });

  it("returns the policies of a tag that restrict a person and that none of the person's tags sets", async () => {
    const { t, give, tagging } = setting();
    const policies = {
      requireMfa: true,
      allowMagicLink: false,
      allowActAs: true,
      requireDeviceApproval: false,
    };
    const tag = await aTag(test, t, { policies });
    const { id: userId } = await aUser(test, t);
    expect(await tagging(userId, tag.id)).toEqual({
      policies: ["requireMfa", "allowMagicLink"],
      days: 30,
      signIns: 0,
      refused: null,
    });
    await give(userId, (await aTag(test, t, { policies: { requireMfa: true } })).id);
    expect((await tagging(userId, tag.id)).policies).toEqual(["allowMagicLink"]);
    await expect(tagging(999_999, tag.id)).rejects.toMatchObject(refusal(404));
    await expect(tagging(userId, 999_999)).rejects.toMatchObject(refusal(404));
  });

  it("returns the sign-ins of a person that the tag's rules would have refused, with the reason", async () => {
    const { t, give, signIn, tagging } = setting();
    const tag = await aTag(test, t);
    const [ann, bob] = [(await aUser(test, t)).id, (await aUser(test, t)).id];
    for (const userId of [ann, bob]) {
      await signIn(userId);
      await signIn(userId, { country: "FR" });
    }
    // No access rule is about the tag yet.
    expect(await tagging(ann, tag.id)).toMatchObject({ signIns: 0, refused: null });
    const rule = { scope: "tag", tagId: tag.id, type: "country", effect: "deny", countries: ["FR"] };
    await test.run(t, createAccessRule, rule);
    expect(await tagging(ann, tag.id)).toMatchObject({
      signIns: 2,
      refused: { signIns: 1, why: expect.stringContaining("France") as string },
    });
    // The tag has no additional effect on a user who already has the tag.
    await give(bob, tag.id);
    expect(await tagging(bob, tag.id)).toMatchObject({ policies: [], refused: null });
  });

  it("counts the people whom a tag would restrict, and their refused sign-ins", async () => {
    const { t, give, signIn } = setting();
    const tag = await aTag(test, t, { policies: { requireMfa: true, allowActAs: false } });
    const strict = await aTag(test, t, { policies: { requireMfa: true } });
    const people: number[] = [];
    for (let index = 0; index < 4; index++) people.push((await aUser(test, t)).id);
    const [bare, keyed, bound, tagged] = people as [number, number, number, number];
    await give(bound, strict.id);
    await give(tagged, tag.id);
    await test.write(t, (tx) => tx.factors.insert({ userId: keyed, kind: "totp", verifiedAt: new Date() }));
    const many = (userIds: number[]) => test.run(t, previewTaggingMany, { userIds, tagId: tag.id });
    const policies = [
      { policy: "requireMfa", people: 2, hit: 1 },
      { policy: "allowActAs", people: 3, hit: null },
    ];
    expect(await many(people)).toEqual({ policies, days: 30, refused: null });
    expect((await many([tagged])).policies).toEqual([]);
    const rule = { scope: "tag", tagId: tag.id, type: "country", effect: "deny", countries: ["FR"] };
    await test.run(t, createAccessRule, rule);
    const stranger = (await aUser(test, t)).id;
    for (const userId of [bare, bare, keyed, tagged, stranger]) await signIn(userId, { country: "FR" });
    expect((await many(people)).refused).toEqual({
      signIns: 3,
      people: 2,
      why: expect.stringContaining("France") as string,
    });
    await expect(test.run(t, previewTaggingMany, { userIds: people, tagId: 999_999 })).rejects.toMatchObject(
      refusal(404),
    );
  });
});
