import { describe, expect, it } from "vitest";
import { aSession, aTag, anApp, aUser } from "@/server/testing/factories";
import { refusal } from "@/server/testing/operations";
import { operationsOn } from "@/server/testing/operations-on";
import { databaseKinds } from "@/server/testing/stores";
import { createAccessRule, setGeoRestriction } from "../access-rules/access-rules";
import { listRulesOfPerson } from "../access-rules/of-person";
import { listUserSignIns } from "../risk/sign-ins";
import { listSessionRows } from "../sessions/console";
import { tagUser } from "../tags/tagged";

describe.each(databaseKinds)("the tabs of a user's page, on %s", (kind) => {
  const { test, another } = operationsOn(kind);

  it("list the sessions of this user with their device, newest first", async () => {
    const t = another();
    const [user, other] = [await aUser(test, t), await aUser(test, t)];
    const device = await test.write(t, (tx) =>
      tx.devices.insert({ userId: user.id, tokenHash: "h", label: "Firefox on Linux", status: "registered" }),
    );
    const old = await aSession(test, t, user.id, { createdAt: new Date("2026-01-01T00:00:00Z") });
    const recent = await aSession(test, t, user.id, { deviceId: device.id, methods: ["password"] });
    await aSession(test, t, other.id);
    expect(await test.run(t, listSessionRows, { userId: user.id })).toMatchObject([
      { sessionId: recent.id, device: "Firefox on Linux", methods: ["password"], revokedAt: null },
      { sessionId: old.id, device: null },
    ]);
    await expect(test.run(t, listSessionRows, { userId: 999 })).rejects.toMatchObject(refusal(404));
  });

  it("page through sign-ins, newest first", async () => {
    const t = another();
    const [user, app] = [await aUser(test, t), await anApp(test, t)];
    const made = [];
    for (const outcome of ["succeeded", "failed", "refused"] as const)
      made.push(
        await test.write(t, (tx) =>
          tx.signIns.insert({ userId: user.id, outcome, appId: app.id, explanation: ["Why."] }),
        ),
      );
    const ids = made.map(({ id }) => id).reverse();
    const first = await test.run(t, listUserSignIns, { userId: user.id, limit: 2 });
    expect(first.signIns).toMatchObject([
      {
        signInId: ids[0],
        outcome: "refused",
        appName: app.name,
        explanation: [{ text: "Why." }],
        signals: {},
      },
      { signInId: ids[1] },
    ]);
    const rest = await test.run(t, listUserSignIns, { userId: user.id, limit: 2, cursor: first.nextCursor });
    expect(rest).toMatchObject({ signIns: [{ signInId: ids[2] }], nextCursor: null });
  });

  it("list the rules that apply to a user as sentences: the user's, their tags' and the organization's", async () => {
    const t = another();
    const [user, other] = [await aUser(test, t), await aUser(test, t)];
    const [tag, foreign] = [await aTag(test, t, { name: "Guests" }), await aTag(test, t)];
    await test.run(t, tagUser, { userId: user.id, tagId: tag.id });
    const country = { type: "country", effect: "allow", countries: ["DE", "FR"] };
    await test.run(t, createAccessRule, { scope: "org", type: "sessions", maxSessions: 3 });
    await test.run(t, createAccessRule, { scope: "user", userId: user.id, ...country, reason: "Travel" });
    await test.run(t, createAccessRule, { scope: "user", userId: other.id, ...country });
    await test.run(t, createAccessRule, { scope: "tag", tagId: tag.id, type: "anonymizer" });
    await test.run(t, createAccessRule, { scope: "tag", tagId: foreign.id, type: "anonymizer" });
    await test.run(t, setGeoRestriction, { mode: "deny", countries: ["KP"] });
    const { rules, restriction } = await test.run(t, listRulesOfPerson, { userId: user.id });
    expect(restriction).toEqual({ mode: "deny", countries: ["KP"] });
    expect(rules).toMatchObject([
      { scope: "org", words: "At most 3 sessions at a time" },
      { scope: "user", words: "Only from Germany, France", reason: "Travel" },
      { scope: "tag", tagName: "Guests", words: "Not through a VPN, a proxy or Tor" },
    ]);
  });
});
