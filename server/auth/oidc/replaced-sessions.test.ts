import { desc } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessions } from "@/db/tenant/sessions";
import { revokeSession } from "@/server/domain/sessions/sessions";
import { createScene, REDIRECT_URI, type Scene, type SceneTenant } from "@/server/testing/scene";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("a session that a new sign-in in the same browser replaces, on %s", (kind) => {
  let rig: Scene;
  beforeAll(async () => void (rig = await createScene(kind, { overHttp: true })));
  afterAll(() => rig.close());

  const sessionsOf = ({ tenantId }: SceneTenant) =>
    rig.world.inTenant(tenantId, (tx) => tx.sessions.list({ orderBy: [desc(sessions.id)] }));
  const notices = (tenantId: number) =>
    rig.world.database.sql<{ session_id: string; due: boolean }[]>`
      select session_id, next_attempt_at is not null as due from logout_notices where tenant_id = ${tenantId} order by id`;

  /** Returns the tokens of a sign-in to one app, and those of another sign-in in the same browser. */
  async function twice(setting: SceneTenant) {
    const visit = rig.browser();
    const tokens = async (parameters: Record<string, string>, of = setting) => {
      const { code, verifier } = await rig.codeOf(of, parameters, visit);
      const { body } = await rig.exchange(of, { code, code_verifier: verifier });
      return { access: body["access_token"]!, refresh: body["refresh_token"]! };
    };
    const first = await tokens({});
    const second = await tokens({ prompt: "login" });
    const [now, before] = await sessionsOf(setting);
    return { visit, tokens, first, second, now: now!, before: before! };
  }
  const end = ({ actor, person }: SceneTenant, sessionId: number) =>
    rig.execute(actor, revokeSession, { userId: person.userId, sessionId });

  it("has ended, and its tokens and those of the new session end with the new session", async () => {
    const setting = await rig.addTenant();
    const { first, second, now, before } = await twice(setting);
    expect(now.revokedAt).toBeNull();
    expect(before.revokedAt, "it is not listed as live").not.toBeNull();
    expect(await rig.userinfo(second.access)).toBe(200);
    await end(setting, now.id);
    for (const { access } of [first, second]) {
      expect(await rig.userinfo(access)).toBe(401);
      expect(await rig.introspect(setting, access)).toMatchObject({ active: false });
    }
    expect((await rig.refresh(setting, second.refresh)).body).toMatchObject({ error: "invalid_grant" });
  });

  it("does not end the tokens of the new session if it is ended, and does not sign the user out of other apps", async () => {
    const setting = await rig.addTenant();
    const other = { ...setting, ...(await rig.addApp(setting.tenantId, { redirectUris: [REDIRECT_URI] })) };
    const visit = rig.browser();
    const tokens = async (of: typeof other, parameters: Record<string, string> = {}) => {
      const { code, verifier } = await rig.codeOf(of, parameters, visit);
      return (await rig.exchange(of, { code, code_verifier: verifier })).body["access_token"]!;
    };
    const elsewhere = await tokens(other);
    await tokens(setting);
    const again = await tokens(setting, { prompt: "login" });
    const [now, before] = await sessionsOf(setting);
    await end(setting, before!.id);
    expect(await rig.userinfo(again)).toBe(200);
    expect(await rig.userinfo(elsewhere)).toBe(200);
    await end(setting, now!.id);
    expect(await rig.userinfo(elsewhere)).toBe(401);
  });

  it("notifies apps of the end of the new session, and not of its own end", async () => {
    const setting = await rig.addTenant();
    await rig.world.database
      .sql`update apps set backchannel_logout_uri = 'https://shop.example/out' where id = ${setting.appId}`;
    const { now } = await twice(setting);
    const rows = await notices(setting.tenantId);
    expect(rows.map((row) => [Number(row.session_id), row.due])).toEqual([[now.id, false]]);
  });

  it("moves nothing if it had ended before", async () => {
    const setting = await rig.addTenant();
    const { visit, tokens, second, now } = await twice(setting);
    await end(setting, now.id);
    const third = await tokens({ prompt: "login" });
    expect(await rig.userinfo(second.access)).toBe(401);
    expect(await rig.userinfo(third.access)).toBe(200);
    const [newest] = await sessionsOf(setting);
    await end(setting, newest!.id);
    expect(await rig.userinfo(third.access)).toBe(401);
    expect(visit.cookieHeader("/")).not.toBe("");
  });
});
