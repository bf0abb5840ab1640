import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "@/server/domain/apps/apps";
import { setAppRestricted } from "@/server/domain/apps/app-access";
import { addAdministrator, removeAdministrator } from "@/server/domain/administrators/administrators";
import { updateActAsSettings } from "@/server/domain/act-as/settings";
import { tagUser } from "@/server/domain/tags/tagged";
import { setTagPolicy } from "@/server/domain/tags/tags";
import { lockUser } from "@/server/domain/users/locks";
import { suspendUser } from "@/server/domain/users/users";
import type { TenantActor } from "@/server/kernel/operation/actor";
import { createExecute } from "@/server/kernel/operation/execute";
import { endExpiredActAsSessions } from "@/server/domain/act-as/worker";
import { aServiceAccount, aSession, aTag, aUser } from "@/server/testing/factories";
import { refusal, tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { beginActAs } from "./begin";
import { decideActAsRequest, endActAsOfMe, listActAsRequestsForMe } from "./for-me";
import { endActAs, listActAsRequests, openActAs, requestActAs } from "./requests";

const asked = { appId: null, reason: "Ticket 4711", minutes: 30 };

describe.each(databaseKinds)("acting as a user on %s", (kind) => {
  let world: TestOperations;
  let numbered = 0;
  beforeAll(async () => void (world = await testOperations(kind)));
  afterAll(() => world.close());

  async function scene({
    requireApproval = false,
    role = "owner",
  }: { requireApproval?: boolean; role?: "owner" | "admin" } = {}) {
    const slug = `act-as-${(numbered += 1)}`;
    const [row] = await world.database.sql<
      { id: string }[]
    >`insert into tenants (slug) values (${slug}) returning id`;
    const tenantId = Number(row!.id);
    const administrator = async (as: "owner" | "admin") => {
      const user = await aUser(world, tenantId, { name: as === "owner" ? "Olga Owner" : "Adam Admin" });
      await world.write(tenantId, (tx) => tx.administrators.insert({ userId: user.id, role: as }));
      const actor = tenantActor(tenantId, { as: { userId: user.id, email: user.email! } });
      const capabilities = new Set(actor.capabilities);
      if (as === "admin") capabilities.delete("ManageTenantAdmins");
      return { ...actor, capabilities, userId: user.id };
    };
    const me = await administrator(role);
    const person = await aUser(world, tenantId, { name: "Ann Shopper" });
    // A user can answer a request only in a session.
    const session = requireApproval ? await aSession(world, tenantId, person.id) : null;
    const self = tenantActor(tenantId, {
      capabilities: [],
      channel: "account",
      as: { userId: person.id, email: person.email!, sessionId: session?.id ?? null },
    });
    await world.run(tenantId, updateActAsSettings, { enabled: true, requireApproval });
    const ask = (input: object = {}, by: TenantActor = me) =>
      world.run(by, requestActAs, { ...asked, userId: person.id, ...input });
    const begin = async (requestId: number, by: TenantActor = me) => {
      const { path } = await world.run(by, openActAs, { requestId });
      const [, ticket] = path.split(".");
      return world.run(by, beginActAs, { ticket, userAgent: "Firefox" });
    };
    return { tenantId, me, person, self, ask, begin, administrator };
  }

  it("refuses while it is disabled, for oneself, and for users who cannot sign in", async () => {
    const { tenantId, me, person, ask } = await scene();
    await expect(ask({ userId: me.userId })).rejects.toMatchObject(refusal(400, "userId"));
    const robot = await aServiceAccount(world, tenantId);
    await expect(ask({ userId: robot.id })).rejects.toMatchObject(refusal(404));
    await expect(ask({ userId: 999_999 })).rejects.toMatchObject(refusal(404));
    await expect(ask({}, tenantActor(tenantId))).rejects.toMatchObject(refusal(403));
    const locked = await aUser(world, tenantId, { lockedIndefinitely: true });
    await expect(ask({ userId: locked.id })).rejects.toMatchObject(refusal(400, "userId"));
    await world.run(tenantId, suspendUser, { userId: person.id });
    await expect(ask()).rejects.toMatchObject(refusal(400, "userId"));
    await world.run(tenantId, updateActAsSettings, { enabled: false });
    const other = await aUser(world, tenantId);
    await expect(ask({ userId: other.id })).rejects.toMatchObject(refusal(400));
  });

  it("lets only an owner act as another administrator", async () => {
    const { administrator, ask, me } = await scene({ role: "admin" });
    const owner = await administrator("owner");
    await expect(ask({ userId: owner.userId })).rejects.toMatchObject(refusal(403));
    expect(await ask({ userId: me.userId }, owner)).toMatchObject({ status: "approved" });
  });

  it("applies the strictest of the user's tags", async () => {
    const { tenantId, person, ask } = await scene();
    const [lax, strict] = [await aTag(world, tenantId), await aTag(world, tenantId)];
    await world.run(tenantId, setTagPolicy, { tagId: lax.id, policyKey: "allowActAs", value: true });
    await world.run(tenantId, setTagPolicy, { tagId: strict.id, policyKey: "allowActAs", value: false });
    await world.run(tenantId, tagUser, { userId: person.id, tagId: lax.id });
    expect(await ask()).toMatchObject({ status: "approved" });
    await world.run(tenantId, tagUser, { userId: person.id, tagId: strict.id });
    await expect(ask()).rejects.toMatchObject(refusal(400, "userId"));
  });

  it("opens no app that the user may not open", async () => {
    const { tenantId, ask } = await scene();
    const { appId } = await world.run(tenantId, createApp, {
      name: "Payroll",
      redirectUris: ["https://p.example"],
    });
    expect(await ask({ appId })).toMatchObject({ status: "approved" });
    await world.run(tenantId, setAppRestricted, { appId, restricted: true });
    await expect(ask({ appId })).rejects.toMatchObject(refusal(400, "appId"));
  });

  it("waits for the user's approval, which only the user can give, once", async () => {
    const { tenantId, me, self, ask, begin, person } = await scene({ requireApproval: true });
    const { requestId, status } = await ask();
    expect(status).toBe("pending");
    await expect(ask()).rejects.toMatchObject(refusal(409));
    await expect(world.run(me, openActAs, { requestId })).rejects.toMatchObject(refusal(400));
    await expect(world.run(me, decideActAsRequest, { requestId, approve: true })).rejects.toMatchObject(
      refusal(404),
    );
    const acting: TenantActor = {
      ...self,
      subject: {
        ...self.subject,
        actedBy: { userId: me.userId, email: "o@x.example", label: "Olga" },
      } as never,
    };
    await expect(world.run(acting, decideActAsRequest, { requestId, approve: true })).rejects.toMatchObject(
      refusal(403),
    );
    expect(await world.run(self, listActAsRequestsForMe, {})).toMatchObject([
      { requestId, status: "pending", reason: "Ticket 4711", requester: { name: "Olga Owner" } },
    ]);
    await world.run(self, decideActAsRequest, { requestId, approve: true });
    await expect(world.run(self, decideActAsRequest, { requestId, approve: false })).rejects.toMatchObject(
      refusal(400),
    );
    const { sessionId } = await begin(requestId);
    const session = await world.write(tenantId, (tx) => tx.sessions.get(sessionId));
    expect(session).toMatchObject({ userId: person.id, actorUserId: me.userId, methods: ["act_as"] });
    await world.run(self, endActAsOfMe, { requestId });
    expect(await world.run(me, listActAsRequests, {})).toMatchObject([{ status: "ended", mine: true }]);
    const [settings, ...steps] = await world.events(tenantId);
    // Every event has the user as its target and the request as its related record.
    for (const step of steps)
      expect(step).toMatchObject({ target: `user:${person.id}`, related: `act_as:${requestId}` });
    expect([settings!, ...steps].map(({ action }) => action)).toEqual([
      "management_api.act_as_settings_updated",
      "console.act_as_requested",
      "account.act_as_approved",
      "console.act_as_link_made",
      "console.act_as_started",
      "account.act_as_ended",
    ]);
  });

  it("stores a denial, and lets an unanswered request expire", async () => {
    const { self, me, ask } = await scene({ requireApproval: true });
    const { requestId } = await ask();
    await world.run(self, decideActAsRequest, { requestId, approve: false });
    expect(await world.run(me, listActAsRequests, {})).toMatchObject([{ status: "denied" }]);
    const later = await ask();
    const before = world.clock.now;
    world.clock.now = new Date(+before + 24 * 3_600_000);
    await expect(
      world.run(self, decideActAsRequest, { requestId: later.requestId, approve: true }),
    ).rejects.toMatchObject(refusal(400));
    expect(await world.run(me, listActAsRequests, {})).toMatchObject([
      { status: "expired" },
      { status: "denied" },
    ]);
    world.clock.now = before;
  });

  it("checks the settings, the user and the link again at the start", async () => {
    const { tenantId, me, person, ask, begin, administrator } = await scene();
    const { requestId } = await ask();
    const other = await administrator("owner");
    await expect(world.run(other, openActAs, { requestId })).rejects.toMatchObject(refusal(404));
    const { path } = await world.run(me, openActAs, { requestId });
    const ticket = path.split(".")[1];
    await expect(world.run(other, beginActAs, { ticket, userAgent: null })).rejects.toMatchObject(
      refusal(404),
    );
    const before = world.clock.now;
    world.clock.now = new Date(+before + 121_000);
    await expect(world.run(me, beginActAs, { ticket, userAgent: null })).rejects.toMatchObject(refusal(404));
    world.clock.now = before;
    await world.run(tenantId, updateActAsSettings, { requireApproval: true });
    await expect(begin(requestId)).rejects.toMatchObject(refusal(400));
    await world.run(tenantId, updateActAsSettings, { requireApproval: false });
    await world.run(tenantId, lockUser, { userId: person.id, indefinite: true });
    await expect(begin(requestId)).rejects.toMatchObject(refusal(400, "userId"));
  });

  it("can be ended by the administrator who began it and by an owner, and ends when a second session begins", async () => {
    const { tenantId, me, ask, begin, administrator } = await scene();
    const live = () =>
      world.write(tenantId, (tx) => tx.sessions.list()).then((all) => all.filter((s) => !s.revokedAt));
    await begin((await ask()).requestId);
    const second = await aUser(world, tenantId);
    const { sessionId } = await begin((await ask({ userId: second.id })).requestId);
    expect(await live()).toMatchObject([{ id: sessionId, userId: second.id }]);
    const admin = await administrator("admin");
    const { requestId } = await ask({}, admin);
    const started = await begin(requestId, admin);
    await expect(world.run(admin, endActAs, { requestId: requestId - 1 })).rejects.toMatchObject(
      refusal(403),
    );
    await world.run(me, endActAs, { requestId });
    expect((await live()).map(({ id }) => id)).not.toContain(started.sessionId);
    await begin((await ask({}, admin)).requestId, admin);
    await world.run(me, removeAdministrator, { userId: admin.userId });
    expect(await live()).toMatchObject([{ id: sessionId }]);
    expect((await world.run(me, listActAsRequests, {}))[0]).toMatchObject({
      endedBy: "They administer no more",
    });
  });

  it("attack: an administrator keeps acting as a user, or begins, after the user became an administrator", async () => {
    const { tenantId, me, ask, begin, person, administrator } = await scene({ role: "admin" });
    const waiting = await ask({}, await administrator("admin"));
    const { sessionId } = await begin((await ask()).requestId);
    await world.run(tenantId, addAdministrator, { userId: person.id, role: "owner" });
    const session = await world.write(tenantId, (tx) => tx.sessions.get(sessionId));
    expect(session!.revokedAt).not.toBeNull();
    const rows = await world.run(me, listActAsRequests, {});
    expect(rows).toHaveLength(2);
    for (const row of rows)
      expect(row).toMatchObject({ status: "ended", endedBy: "The person became an administrator" });
    expect(rows.map(({ requestId }) => requestId)).toContain(waiting.requestId);
  });

  it("records its end when its time is over", async () => {
    const { tenantId, me, ask, begin } = await scene();
    world.clock.now = new Date("2020-03-14T09:26:53.000Z");
    const { requestId } = await begin((await ask()).requestId);
    world.clock.now = new Date("2026-03-14T09:26:53.000Z");
    expect(await world.run(me, listActAsRequests, {})).toMatchObject([{ status: "ended" }]);
    await endExpiredActAsSessions({
      database: world.database,
      execute: createExecute(world.stores, world.ports),
      actor: (id) => tenantActor(id, { channel: "system" }),
    });
    const last = (await world.events(tenantId)).at(-1);
    expect(last).toMatchObject({ action: "system.act_as_ended", related: `act_as:${requestId}` });
    const [session] = await world.write(tenantId, (tx) => tx.sessions.list());
    expect(session!.revokedAt).not.toBeNull();
  });
});
