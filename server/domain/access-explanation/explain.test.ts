import { describe, expect, it } from "vitest";
import type { ExecuteOptions } from "@/server/kernel/operation/execute";
import { aTag, anApp, anAuthorization, aUser } from "@/server/testing/factories";
import { refusal } from "@/server/testing/operations";
import { operationsOn } from "@/server/testing/operations-on";
import { databaseKinds } from "@/server/testing/stores";
import { createAccessRule, setGeoRestriction } from "../access-rules/access-rules";
import { tagUser } from "../tags/tagged";
import { lockUser } from "../users/locks";
import { suspendUser } from "../users/users";
import { mayOpenApp } from "../app-access/may-open";
import { getAppAccessLists, previewAccessChange, previewUntag } from "../apps/access-lists";
import {
  excludeFromApp,
  grantAppToTag,
  grantAppToUser,
  revokeAppFromTag,
  setAppRestricted,
} from "../apps/app-access";
import { updateApp } from "../apps/apps";
import { getAppDetail, listAppPeople, listAppRows, setAppLogoutUris } from "../apps/console";
import { explainAccess } from "./explain";

describe.each(databaseKinds)("the explanation of who may open an app, on %s", (kind) => {
  const { test, another } = operationsOn(kind);

  const signInApp = (t: number) => anApp(test, t, { redirectUri: "https://shop.example/cb" });
  const somebody = (t: number, values: object = {}) => aUser(test, t, { passwordHash: "plain:x", ...values });
  const explain = (t: number, input: object) => test.run(t, explainAccess, input);
  const refusals = async (t: number, input: object) =>
    (await explain(t, input)).facts.filter(({ effect }) => effect === "refuses").map(({ text }) => text);

  it("allows, refuses by each fact, and agrees with the sign-in's own condition", async () => {
    const t = another();
    const [app, tag, user] = [await signInApp(t), await aTag(test, t), await somebody(t)];
    const pair = { appId: app.id, userId: user.id };
    const agree = async (verdict: "allowed" | "refused") => {
      expect(await explain(t, pair)).toMatchObject({ verdict, appName: app.name, personName: "A Person" });
      const may = await test.write(t, (tx) => mayOpenApp(tx, pair));
      expect(may).toBe(verdict === "allowed");
    };
    await agree("allowed");
    await test.run(t, setAppRestricted, { appId: app.id, restricted: true });
    await agree("refused");
    await test.run(t, grantAppToUser, pair);
    await agree("allowed");
    await test.run(t, excludeFromApp, pair);
    await agree("refused");
    expect(await refusals(t, pair)).toEqual([expect.stringContaining("excluded")]);
    const other = await somebody(t);
    const theirs = { appId: app.id, userId: other.id };
    expect(await refusals(t, theirs)).toEqual([expect.stringContaining("not on the app’s list")]);
    await test.run(t, tagUser, { userId: other.id, tagId: tag.id });
    await test.run(t, grantAppToTag, { appId: app.id, tagId: tag.id });
    const { verdict, facts } = await explain(t, theirs);
    expect(verdict).toBe("allowed");
    expect(facts).toContainEqual({
      effect: "allows",
      about: "tags",
      text: expect.stringContaining(tag.name) as string,
    });
    await test.run(t, updateApp, { appId: app.id, allowEndUserSignIn: false });
    expect(await refusals(t, theirs)).toEqual(["The app does not let ordinary users sign in."]);
  });

  it("names a lock and a suspension, and refuses unknown records", async () => {
    const t = another();
    const [app, user] = [await signInApp(t), await somebody(t)];
    const pair = { appId: app.id, userId: user.id };
    await test.run(t, lockUser, { userId: user.id, durationMinutes: 30 });
    expect(await refusals(t, pair)).toEqual(["The account is locked until 2026-03-14 09:56 UTC."]);
    await test.run(t, suspendUser, { userId: user.id });
    expect(await refusals(t, pair)).toHaveLength(2);
    const machine = await anApp(test, t);
    expect(await refusals(t, { ...pair, appId: machine.id })).toContain(
      "The app has no redirect URI: nobody can sign in to it.",
    );
    await expect(explain(t, { ...pair, appId: 999 })).rejects.toMatchObject(refusal(404));
    await expect(explain(t, { ...pair, userId: 999 })).rejects.toMatchObject(refusal(404));
    await expect(explain(t, { ...pair, ip: "nonsense" })).rejects.toMatchObject(refusal(400, "ip"));
  });

  it("lists the requirements of tags: a second factor, an approved device, no link", async () => {
    const t = another();
    const [app, user] = [await signInApp(t), await somebody(t)];
    const pair = { appId: app.id, userId: user.id };
    const ofTags = async (input: object = {}) =>
      (await explain(t, { ...pair, ...input })).facts.filter(({ about }) => about === "tags");
    const tag = await aTag(test, t, { policies: { requireMfa: true, allowMagicLink: false } });
    expect(await ofTags()).toEqual([]);
    await test.run(t, tagUser, { userId: user.id, tagId: tag.id });
    expect((await explain(t, pair)).verdict).toBe("allowed");
    expect(await ofTags()).toMatchObject([
      { effect: "notes", text: expect.stringContaining("must set one up") as string },
      { effect: "notes", text: expect.stringContaining("by a link") as string },
    ]);
    expect((await explain(t, { ...pair, method: "MagicLink" })).verdict).toBe("refused");
    expect(await ofTags({ method: "password" })).toHaveLength(1);
    await test.write(t, (tx) => tx.factors.insert({ userId: user.id, kind: "totp", verifiedAt: new Date() }));
    expect((await ofTags())[0]!.text).toContain("set up one factor");

    const strict = await aTag(test, t, { policies: { requireDeviceApproval: true } });
    await test.run(t, tagUser, { userId: user.id, tagId: strict.id });
    expect((await explain(t, pair)).verdict).toBe("refused");
    await test.write(t, (tx) =>
      tx.devices.insert({ userId: user.id, tokenHash: "known", label: "Firefox", status: "registered" }),
    );
    expect(await explain(t, pair)).toMatchObject({ verdict: "depends" });
  });

  it("answers in the language of the page, and in English by default", async () => {
    const t = another();
    const [app, user] = [await signInApp(t), await somebody(t)];
    const pair = { appId: app.id, userId: user.id };
    await test.run(t, createAccessRule, { scope: "org", type: "country", effect: "deny", countries: ["FR"] });
    const texts = async (options?: ExecuteOptions) =>
      (await test.run(t, explainAccess, pair, options)).facts.map(({ text }) => text);
    expect(await texts({ locale: "de" })).toEqual(
      expect.arrayContaining([
        "Das Konto ist aktiv.",
        "Nicht aus Frankreich: eine Regel für alle, deren Ergebnis abhängt von dem Land, aus dem sich die Person anmeldet.",
      ]),
    );
    expect(await texts()).toEqual(
      expect.arrayContaining([
        "The account is active.",
        "Not from France: a rule for everyone, which depends on the country they sign in from.",
      ]),
    );
  });

  it("leaves facts open that only the sign-in shows, and decides supposed ones", async () => {
    const t = another();
    const [app, user] = [await signInApp(t), await somebody(t)];
    const pair = { appId: app.id, userId: user.id };
    await test.run(t, createAccessRule, {
      scope: "app",
      appId: app.id,
      type: "ip",
      effect: "allow",
      cidrs: ["192.0.2.0/24"],
    });
    expect(await explain(t, pair)).toMatchObject({ verdict: "depends" });
    expect(await explain(t, { ...pair, ip: "192.0.2.9" })).toMatchObject({ verdict: "allowed" });
    expect(await explain(t, { ...pair, ip: "198.51.100.9" })).toMatchObject({ verdict: "refused" });
    await test.run(t, setGeoRestriction, { mode: "allow", countries: ["DE"] });
    expect(await explain(t, { ...pair, ip: "192.0.2.9" })).toMatchObject({ verdict: "depends" });
    expect(await explain(t, { ...pair, ip: "192.0.2.9", country: "de" })).toMatchObject({
      verdict: "allowed",
    });
    expect(await explain(t, { ...pair, ip: "192.0.2.9", country: "FR" })).toMatchObject({
      verdict: "refused",
    });
    // Neither rule changes the result: one rule is about another user, and the other rule is a limit.
    const other = await somebody(t);
    await test.run(t, createAccessRule, {
      scope: "user",
      userId: other.id,
      type: "country",
      effect: "deny",
      countries: ["DE"],
    });
    await test.run(t, createAccessRule, { scope: "org", type: "sessions", maxSessions: 2 });
    const after = await explain(t, { ...pair, ip: "192.0.2.9", country: "DE" });
    expect(after.verdict).toBe("allowed");
    expect(after.facts.at(-1)).toMatchObject({ effect: "notes", about: "rules" });
    // The fixed time of the test is 9:30 on a Saturday.
    await test.run(t, createAccessRule, {
      scope: "org",
      type: "hours",
      days: [0],
      startTime: "00:00",
      endTime: "23:00",
      timeZoneId: "UTC",
    });
    expect(await explain(t, { ...pair, ip: "192.0.2.9", country: "DE" })).toMatchObject({
      verdict: "refused",
    });
  });

  it("predicts who would lose access, and changes nothing", async () => {
    const t = another();
    const [app, tag] = [await anApp(test, t), await aTag(test, t)];
    const appId = app.id;
    const [guest, tagged, both, other] = [
      await aUser(test, t, { name: "Ann" }),
      await aUser(test, t, { name: "Ben" }),
      await aUser(test, t, { name: "Cid" }),
      await aUser(test, t, { name: "Dot" }),
    ];
    await aUser(test, t, { status: "suspended" });
    for (const { id } of [guest, both]) await test.run(t, grantAppToUser, { appId, userId: id });
    for (const { id } of [tagged, both]) await test.run(t, tagUser, { userId: id, tagId: tag.id });
    await test.run(t, grantAppToTag, { appId, tagId: tag.id });
    await anAuthorization(test, t, { userId: other.id, appId });
    const losing = async (change: object) => {
      const { people, ...counts } = await test.run(t, previewAccessChange, { appId, change });
      return { ...counts, people: people.map(({ userId }) => userId) };
    };
    const nobody = { peopleCount: 0, signedInCount: 0, people: [] };
    expect(await losing({ kind: "restrict" })).toEqual({
      peopleCount: 1,
      signedInCount: 1,
      people: [other.id],
    });
    expect(await losing({ kind: "revoke_user", userId: guest.id })).toEqual(nobody);
    await test.run(t, setAppRestricted, { appId, restricted: true });
    expect(await losing({ kind: "revoke_user", userId: guest.id })).toMatchObject({ people: [guest.id] });
    expect(await losing({ kind: "revoke_user", userId: both.id })).toEqual(nobody);
    expect(await losing({ kind: "revoke_tag", tagId: tag.id })).toMatchObject({ people: [tagged.id] });
    expect(await losing({ kind: "exclude", userId: both.id })).toMatchObject({ people: [both.id] });
    expect(await losing({ kind: "exclude", userId: other.id })).toEqual(nobody);
    const sign = { kind: "sign_in", allowEndUserSignIn: false, allowTenantAdminSignIn: true };
    expect(await losing(sign)).toMatchObject({ peopleCount: 3 });
    const untag = (userId: number) => test.run(t, previewUntag, { userId, tagId: tag.id });
    expect(await untag(tagged.id)).toEqual([{ appId, name: app.name }]);
    expect(await untag(both.id)).toEqual([]);
    // The access changes as the preview predicts.
    await test.run(t, revokeAppFromTag, { appId, tagId: tag.id });
    expect(await test.write(t, (tx) => mayOpenApp(tx, { appId, userId: tagged.id }))).toBe(false);
    expect(await test.write(t, (tx) => mayOpenApp(tx, { appId, userId: both.id }))).toBe(true);
  });

  it("names the people on an app's lists, and searches them", async () => {
    const t = another();
    const [app, tag] = [await anApp(test, t), await aTag(test, t, { name: "Staff" })];
    const appId = app.id;
    const [ann, ben] = [await aUser(test, t, { name: "Ann" }), await aUser(test, t, { name: "Ben" })];
    for (const { id } of [ben, ann]) await test.run(t, grantAppToUser, { appId, userId: id });
    await test.run(t, excludeFromApp, { appId, userId: ben.id });
    await test.run(t, tagUser, { userId: ann.id, tagId: tag.id });
    await test.run(t, grantAppToTag, { appId, tagId: tag.id });
    const lists = await test.run(t, getAppAccessLists, { appId });
    expect(lists).toMatchObject({ restricted: false, guestCount: 2, exclusionCount: 1 });
    expect(lists.guests.map(({ name }) => name)).toEqual(["Ann", "Ben"]);
    expect(lists.tags).toEqual([{ tagId: tag.id, name: "Staff", peopleCount: 1 }]);
    const found = await test.run(t, getAppAccessLists, { appId, search: "ben" });
    expect(found).toMatchObject({
      guests: [{ userId: ben.id }],
      guestCount: 2,
      exclusions: [{ userId: ben.id }],
    });
  });

  it("lists apps and the people of one with their use, and stores the addresses after sign-out", async () => {
    const t = another();
    const [app, quiet] = [await anApp(test, t, { name: "zeta" }), await anApp(test, t, { name: "Alpha" })];
    const appId = app.id;
    const [ann, ben] = [await aUser(test, t), await aUser(test, t)];
    const at = (minutes: number) => new Date(test.clock.now.getTime() + minutes * 60_000);
    await anAuthorization(test, t, { userId: ann.id, appId, lastTokenIssuedAt: at(-5), activeUntil: at(55) });
    await anAuthorization(test, t, {
      userId: ann.id,
      appId,
      lastTokenIssuedAt: at(-90),
      activeUntil: at(-30),
    });
    await anAuthorization(test, t, { userId: ben.id, appId });
    expect(await test.run(t, listAppRows, {})).toMatchObject([
      { appId: quiet.id, distinctUserCount: 0, activeNowCount: 0, lastTokenIssuedAt: null },
      { appId, distinctUserCount: 2, activeNowCount: 1, lastTokenIssuedAt: at(-5).toISOString() },
    ]);
    const first = await test.run(t, listAppPeople, { appId, limit: 1 });
    expect(first).toMatchObject({ people: [{ userId: ben.id, activeNow: false }], nextCursor: ben.id });
    expect(await test.run(t, listAppPeople, { appId, limit: 1, cursor: ben.id })).toMatchObject({
      people: [{ userId: ann.id, activeNow: true, lastTokenIssuedAt: at(-5).toISOString() }],
      nextCursor: null,
    });
    const set = (postLogoutRedirectUris: string[]) =>
      test.run(t, setAppLogoutUris, { appId, postLogoutRedirectUris });
    await set(["https://a.example/bye", "https://a.example/bye"]);
    expect(await test.run(t, getAppDetail, { appId })).toMatchObject({
      postLogoutRedirectUris: ["https://a.example/bye"],
      serviceAccount: null,
    });
    expect((await test.events(t)).at(-1)).toMatchObject({
      action: "management_api.app_updated",
      targetLabel: "zeta",
    });
    await expect(set(["http://a.example/bye"])).rejects.toMatchObject(
      refusal(400, "postLogoutRedirectUris.0"),
    );
  });
});
