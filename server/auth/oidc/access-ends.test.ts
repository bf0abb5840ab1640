import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  excludeFromApp,
  grantAppToUser,
  revokeAppFromUser,
  setAppRestricted,
} from "@/server/domain/apps/app-access";
import { rotateAppSecret } from "@/server/domain/apps/apps";
import { deleteApp } from "@/server/domain/apps/removal";
import { withdrawConnectedApp } from "@/server/domain/apps/connected-apps";
import { lockUser, unlockUser } from "@/server/domain/users/locks";
import { suspendUser } from "@/server/domain/users/users";
import { createScene, type Scene, type SceneTenant } from "@/server/testing/scene";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("access to an app ends on %s", (kind) => {
  let scene: Scene;
  /** Requests to another instance. */
  let other: ReturnType<Scene["requestsTo"]>;
  beforeAll(async () => {
    scene = await createScene(kind);
    other = scene.requestsTo(await scene.world.instance());
  });
  afterAll(() => scene.close());

  const endings: [string, (at: SceneTenant) => Promise<unknown>][] = [
    [
      "taking someone off the guest list",
      async ({ actor, appId, person }) => {
        await scene.execute(actor, revokeAppFromUser, { appId, userId: person.userId });
      },
    ],
    [
      "an exclusion",
      async ({ actor, appId, person }) =>
        scene.execute(actor, excludeFromApp, { appId, userId: person.userId }),
    ],
    [
      "withdrawing the app",
      async ({ actor, appId, person }) =>
        scene.execute(actor, withdrawConnectedApp, { appId, userId: person.userId }),
    ],
    [
      "suspending the person",
      async ({ actor, person }) => scene.execute(actor, suspendUser, { userId: person.userId }),
    ],
    [
      "suspending the tenant",
      async ({ tenantId }) =>
        scene.world.database.sql`update tenants set status = 'suspended' where id = ${tenantId}`,
    ],
    ["deleting the app", async ({ actor, appId }) => scene.execute(actor, deleteApp, { appId })],
  ];
  it.each(endings)("%s ends the tokens at once, on another instance too", async (_name, end) => {
    const { execute, browser, addTenant } = scene;
    const at = await addTenant();
    const { appId, actor, person, app } = at;
    await execute(actor, setAppRestricted, { appId, restricted: true });
    await execute(actor, grantAppToUser, { appId, userId: person.userId });
    const tokens = await browser().signIn(app, person);
    expect(await other.introspect(at, tokens.access_token)).toMatchObject({ active: true });
    await end(at);
    for (const token of [tokens.access_token, tokens.refresh_token!]) {
      const answer = await other.introspect(at, token);
      expect("active" in answer ? answer.active : false).toBe(false);
    }
    expect((await other.refresh(at, tokens.refresh_token!)).status).toBeGreaterThanOrEqual(400);
    const info = await other.browser().open("/userinfo", {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(info.status).toBe(401);
  });

  it.each([
    ["permanent", { indefinite: true }],
    ["timed", { durationMinutes: 30 }],
  ])("attack: a %s lock leaves refresh tokens and codes alive", async (_which, lock) => {
    const { execute, browser, addTenant } = scene;
    const at = await addTenant();
    const { actor, person, app } = at;
    const { userId } = person;
    const visit = browser();
    const tokens = await visit.signIn(app, person);
    const { at: back, verifier } = await visit.authorize(app, { prompt: "" });
    const code = new URL(back).searchParams.get("code")!;
    expect(code).not.toBeNull();
    await execute(actor, lockUser, { userId, ...lock });
    expect(await other.refresh(at, tokens.refresh_token!)).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
    const exchange = await visit.token(app, {
      grant_type: "authorization_code",
      code,
      redirect_uri: app.redirectUri,
      code_verifier: verifier,
    });
    expect(await exchange.json()).toMatchObject({ error: "invalid_grant" });
    // The lock keeps the access token until its end, unless the sessions end with it (management.md §4).
    expect(await other.introspect(at, tokens.access_token)).toMatchObject({ active: true });
    await execute(actor, unlockUser, { userId });
    const again = await other.refresh(at, tokens.refresh_token!);
    expect(again.status).toBe(200);
    await execute(actor, lockUser, { userId, ...lock, endSessions: true });
    expect(await other.introspect(at, again.body["access_token"]!)).toEqual({ active: false });
    await execute(actor, unlockUser, { userId });
    expect((await other.refresh(at, again.body["refresh_token"]!)).status).toBe(400);
  });

  it("a lock after wrong passwords ends no token", async () => {
    const { browser, addTenant, world, refresh } = scene;
    const at = await addTenant();
    const { tenantId, person, app } = at;
    const tokens = await browser().signIn(app, person);
    const lockedUntil = new Date("2099-01-01T00:00:00Z");
    await world.inTenant(tenantId, (tx) =>
      tx.users.update(person.userId, { lockedUntil, lockCause: "guesses" }),
    );
    expect((await refresh(at, tokens.refresh_token!)).status).toBe(200);
  });

  it("rotates refresh tokens, and ends all if one is used again after ten seconds", async () => {
    const { world, browser, addTenant, introspect, refresh } = scene;
    const at = await addTenant();
    const { tenantId, person, app } = at;
    const first = await browser().signIn(app, person);
    const second = await refresh(at, first.refresh_token!);
    expect(second.status).toBe(200);
    expect(second.body["refresh_token"]).not.toBe(first.refresh_token);
    await scene.passRefreshGrace(at);
    expect(await refresh(at, first.refresh_token!)).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
    // It is unknown which of the two users is the attacker. Both therefore lose the grant (RFC 9700 §4.14.2).
    expect(await refresh(at, second.body["refresh_token"]!)).toMatchObject({ status: 400 });
    expect(await introspect(at, second.body["access_token"]!)).toEqual({ active: false });
    const [held] = await world.inTenant(tenantId, (tx) => tx.appAuthorizations.list());
    expect(held!.revokedAt).not.toBeNull();
  });

  it("a rotated app secret stops working at once", async () => {
    const { execute, browser, addTenant } = scene;
    const { app, appId, actor, person } = await addTenant();
    const tokens = await browser().signIn(app, person);
    const { clientSecret } = await execute(actor, rotateAppSecret, { appId });
    const fields = { grant_type: "refresh_token", refresh_token: tokens.refresh_token! };
    expect((await other.browser().token(app, fields)).status).toBe(401);
    expect((await other.browser().token({ ...app, clientSecret }, fields)).status).toBe(200);
  });
});
