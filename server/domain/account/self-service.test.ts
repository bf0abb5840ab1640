import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { customFieldValues } from "@/db/tenant/custom-fields";
import { addOwnTotp, beginOwnPasskey, beginOwnTotp } from "@/server/domain/factors/enrol";
import { listOwnFactors, makeOwnRecoveryCodes, removeOwnFactor } from "@/server/domain/factors/own-factors";
import { requestMfaReset } from "@/server/domain/mfa-resets/request";
import { updateOwnNotifications } from "@/server/domain/notifications/own-choice";
import { aSession, aUser, anApp, anAuthorization } from "@/server/testing/factories";
import { refusal, testOperations, type TestOperations } from "@/server/testing/operations";
import { somebodySignedIn } from "@/server/testing/somebody";
import { databaseKinds } from "@/server/testing/stores";
import { changeOwnPassword, endOwnOtherSessions } from "./account";
import {
  forgetOwnDevice,
  listLaunchableApps,
  listOwnApps,
  listOwnDevices,
  listOwnSignIns,
  withdrawOwnApp,
} from "./own-account";
import { exportOwnData } from "./own-data";
import { getOwnProfile, updateOwnProfile } from "./profile";

describe.each(databaseKinds)("self-service on %s", (kind) => {
  let test: TestOperations;
  let tenant = 0;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  const somebody = (signedInAt?: Date) => somebodySignedIn(test, ++tenant, signedInAt);
  const longAgo = () => new Date(+test.clock.now - 15 * 60_000);

  describe("profile", () => {
    it("stores the language of messages beside the attributes of a SCIM client", async () => {
      const { t, userId, actor } = await somebody();
      await test.write(t, (tx) =>
        tx.users.update(userId, { scimAttributes: { locale: "en-GB", title: "Dr." } }),
      );
      expect(await test.run(actor, getOwnProfile, {})).toMatchObject({ language: "en" });
      const german = await test.run(actor, updateOwnProfile, { language: "de" });
      expect(german).toMatchObject({ language: "de" });
      const [person] = await test.stores.tenant(t).read((tx) => tx.users.list({}));
      expect(person?.scimAttributes).toEqual({ locale: "en-GB", title: "Dr.", preferredLanguage: "de" });
      expect(await test.events(t)).toMatchObject([{ changes: { language: { from: "en", to: "de" } } }]);
      await expect(test.run(actor, updateOwnProfile, { language: "fr" as "de" })).rejects.toMatchObject(
        refusal(400, "language"),
      );
    });

    it("shows and changes the own profile without the custom fields for administrators", async () => {
      const { t, userId, actor } = await somebody();
      const field = (fieldName: string, visibility: "user_private" | "user_public" | "admin_only") =>
        test.write(t, (tx) =>
          tx.customFields.insert({
            fieldName,
            displayLabel: fieldName,
            visibility,
            fieldType: "text",
            entity: "user",
            isMandatory: false,
            isPii: false,
          }),
        );
      await field("shoe", "user_private");
      const secret = await field("rating", "admin_only");
      await test.write(t, (tx) =>
        tx.customFieldValues.insert({ userId, fieldId: secret.id, value: "difficult" }),
      );
      expect(await test.run(actor, getOwnProfile, {})).toMatchObject({
        mayChange: true,
        fields: [{ fieldName: "shoe", value: null }],
      });
      const patch = { name: "Ann", givenName: "Annabel", values: { shoe: "38" } };
      expect(await test.run(actor, updateOwnProfile, patch)).toMatchObject({
        name: "Ann",
        givenName: "Annabel",
        fields: [{ value: "38" }],
      });
      await expect(
        test.run(actor, updateOwnProfile, { values: { rating: "angelic" } }),
      ).rejects.toMatchObject(refusal(400, "values.rating"));
      const kept = await test.write(t, (tx) =>
        tx.customFieldValues.find(eq(customFieldValues.fieldId, secret.id)),
      );
      expect(kept).toMatchObject({ value: "difficult" });
      // A second request with the same patch changes nothing. No event is recorded.
      await test.run(actor, updateOwnProfile, patch);
      expect(await test.events(t)).toMatchObject([
        { action: "account.profile_updated", target: `user:${userId}`, userId },
      ]);
    });

    it("refuses changes that a tag forbids, and changes of other users", async () => {
      const { t, actor, tagged } = await somebody();
      for (const bad of [{ phone: "call me" }, { userId: 1 }, { email: "x@example.com" }, { name: "" }])
        await expect(test.run(actor, updateOwnProfile, bad)).rejects.toMatchObject({ status: 400 });
      await tagged({ allowSelfServiceProfile: false });
      expect(await test.run(actor, getOwnProfile, {})).toMatchObject({ mayChange: false });
      await expect(test.run(actor, updateOwnProfile, { name: "Ann" })).rejects.toMatchObject({ status: 403 });
      expect(await test.events(t)).toEqual([]);
    });
  });

  it("ends all sessions except this one, with the authorizations of apps in them", async () => {
    const { t, userId, session, actor } = await somebody();
    const there = await aSession(test, t, userId);
    const strangers = await aSession(test, t, (await aUser(test, t)).id);
    const { id: appId } = await anApp(test, t);
    const given = (sessionId: number) => anAuthorization(test, t, { userId, appId, sessionId });
    const [here, gone] = [await given(session.id), await given(there.id)];
    expect(await test.run(actor, endOwnOtherSessions, {})).toEqual({ userId, sessionsEnded: 1 });
    expect(await test.run(actor, endOwnOtherSessions, {})).toEqual({ userId, sessionsEnded: 0 });
    await test.write(t, async (tx) => {
      for (const { id } of [session, strangers])
        expect(await tx.sessions.get(id)).toMatchObject({ revokedAt: null });
      expect(await tx.sessions.get(there.id)).toMatchObject({ revokedAt: test.clock.now });
      expect(await tx.appAuthorizations.get(here.id)).toMatchObject({ revokedAt: null });
      expect(await tx.appAuthorizations.get(gone.id)).toMatchObject({ revokedAt: test.clock.now });
    });
    expect(await test.events(t)).toMatchObject([{ action: "account.sessions_revoked" }]);
  });

  it("removes an own device and withdraws an own app", async () => {
    const { t, userId, actor } = await somebody();
    const session = await aSession(test, t, userId);
    const stranger = await aUser(test, t);
    const device = (of: number) =>
      test.write(t, (tx) =>
        tx.devices.insert({
          userId: of,
          tokenHash: `h${of}`,
          label: "Firefox on Linux",
          status: "registered",
        }),
      );
    const [mine, theirs] = [await device(userId), await device(stranger.id)];
    await test.write(t, (tx) => tx.sessions.update(session.id, { deviceId: mine.id }));
    expect(await test.run(actor, listOwnDevices, {})).toMatchObject([{ deviceId: mine.id }]);
    await expect(test.run(actor, forgetOwnDevice, { deviceId: theirs.id })).rejects.toMatchObject(
      refusal(404),
    );
    await test.run(actor, forgetOwnDevice, { deviceId: mine.id });
    expect(await test.run(actor, listOwnDevices, {})).toEqual([]);

    const { id: appId } = await anApp(test, t, { name: "Shop" });
    const other = await anAuthorization(test, t, { userId: stranger.id, appId });
    await expect(test.run(actor, withdrawOwnApp, { appId })).rejects.toMatchObject(refusal(404));
    await anAuthorization(test, t, { userId, appId });
    expect(await test.run(actor, listOwnApps, {})).toMatchObject([{ name: "Shop" }]);
    await test.run(actor, withdrawOwnApp, { appId });
    expect(await test.run(actor, listOwnApps, {})).toEqual([]);
    expect(await test.write(t, (tx) => tx.appAuthorizations.get(other.id))).toMatchObject({
      revokedAt: null,
    });
    expect(await test.events(t)).toMatchObject([
      { action: "account.device_deleted", related: `user:${userId}` },
      { action: "account.connected_app_withdrawn", related: `app:${appId}` },
    ]);
  });

  it("lists the apps that one may open and that have an address", async () => {
    const { t, actor } = await somebody();
    const address = "https://shop.example/login";
    await anApp(test, t, { name: "Wiki", initiateLoginUri: address });
    await anApp(test, t, { name: "Shop", initiateLoginUri: address });
    await anApp(test, t, { name: "Vault", initiateLoginUri: address, restricted: true });
    await anApp(test, t, { name: "Mail" });
    const found = await test.run(actor, listLaunchableApps, {});
    expect(found).toMatchObject([
      { name: "Shop", address },
      { name: "Wiki", address },
    ]);
  });

  it("requires a recent sign-in for changes that could keep an intruder's access", async () => {
    const { t, actor } = await somebody(longAgo());
    const asked = [
      test.run(actor, beginOwnTotp, {}),
      test.run(actor, addOwnTotp, { sealed: "x", code: "123456" }),
      test.run(actor, beginOwnPasskey, {}),
      test.run(actor, removeOwnFactor, { factorId: 1 }),
      test.run(actor, makeOwnRecoveryCodes, {}),
      test.run(actor, exportOwnData, {}),
    ];
    for (const answer of await Promise.allSettled(asked))
      expect(answer).toMatchObject({
        reason: { status: 403, message: expect.stringContaining("Sign in again") as string },
      });
    expect(await test.run(actor, listOwnFactors, {})).toMatchObject({ recent: false });
    expect(await test.events(t)).toEqual([]);
  });

  it("lets an administrator who acts as the user neither change factors nor export data", async () => {
    const { t, actor } = await somebody();
    const actedBy = { userId: 99, email: "admin@example.com", label: "Admin" };
    const acting = { ...actor, subject: { ...actor.subject, actedBy } } as typeof actor;
    const refused = [
      test.run(acting, beginOwnTotp, {}),
      test.run(acting, makeOwnRecoveryCodes, {}),
      test.run(acting, exportOwnData, {}),
      test.run(acting, changeOwnPassword, { currentPassword: "secret", newPassword: "a long sentence 42" }),
      test.run(acting, endOwnOtherSessions, {}),
      test.run(acting, requestMfaReset, {}),
      test.run(acting, updateOwnNotifications, { channels: [] }),
    ];
    for (const answer of await Promise.allSettled(refused))
      expect(answer).toMatchObject({ reason: { status: 403 } });
    expect(await test.events(t)).toEqual([]);
    await test.run(acting, updateOwnProfile, { name: "Ann" });
    expect(await test.events(t)).toMatchObject([
      { actorLabel: expect.stringContaining("Admin, acting as") as string },
    ]);
  });

  it("exports the user's data without secrets and without other users, and records it", async () => {
    const { t, userId, actor, email } = await somebody();
    await test.write(t, (tx) =>
      tx.signIns.insert({ userId, at: test.clock.now, outcome: "succeeded", method: "password" }),
    );
    await aUser(test, t, { email: "other@example.com" });
    expect(await test.run(actor, listOwnSignIns, {})).toMatchObject([{ outcome: "succeeded" }]);
    const data = await test.run(actor, exportOwnData, {});
    expect(data).toMatchObject({ userId, profile: { email }, signIns: [{ outcome: "succeeded" }] });
    const text = JSON.stringify(data);
    expect(text).not.toMatch(/plain:secret|other@example\.com|passwordHash|Sealed/);
    expect(await test.events(t)).toMatchObject([
      { action: "account.own_data_exported", target: `user:${userId}` },
    ]);
  });

  it("creates one MFA reset request, with the risk of the last sign-in", async () => {
    const { t, userId, actor } = await somebody();
    await test.write(t, (tx) =>
      tx.signIns.insert({ userId, at: test.clock.now, outcome: "succeeded", score: 70, tier: "high" }),
    );
    const asked = await test.run(actor, requestMfaReset, {});
    expect(await test.run(actor, requestMfaReset, {})).toEqual(asked);
    expect(await test.write(t, (tx) => tx.mfaResetRequests.list())).toMatchObject([
      { id: asked.requestId, userId, status: "pending", riskTier: "high" },
    ]);
    expect(await test.events(t)).toMatchObject([
      {
        action: "account.mfa_reset_requested",
        target: `mfa_reset:${asked.requestId}`,
        related: `user:${userId}`,
      },
    ]);
    test.clock.now = new Date(+test.clock.now + 8 * 86_400_000);
    expect((await test.run(actor, requestMfaReset, {})).requestId).not.toBe(asked.requestId);
  });
});
