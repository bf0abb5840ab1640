import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccessRule } from "@/server/domain/access-rules/access-rules";
import { factorStoreOf } from "@/server/domain/factors/factor-store";
import { createExecute } from "@/server/kernel/operation/execute";
import { setUpApp } from "@/server/testing/authenticator-app";
import { consoleWorld, PASSWORD, type ConsoleWorld } from "@/server/testing/console-scene";
import { tenantActor } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("the console's sign-in over several tenants, on %s", (kind) => {
  let world: ConsoleWorld["world"];
  let auth: ConsoleWorld["auth"];
  let browser: ConsoleWorld["browser"];
  let sessionOf: ConsoleWorld["entered"];
  beforeAll(async () => {
    ({ world, auth, browser, entered: sessionOf } = await consoleWorld(kind));
  });
  afterAll(() => world.close());

  let people = 0;
  /** Creates an administrator of this number of tenants with one address and password. */
  async function administrator(tenants: number) {
    const email = `ada${(people += 1)}@several.example`;
    const memberships = [];
    for (let count = 0; count < tenants; count++) {
      const { tenantId, slug } = await world.tenant();
      memberships.push({ tenantId, slug, userId: await world.administrator(tenantId, email, PASSWORD) });
    }
    return { email, password: PASSWORD, memberships };
  }
  async function enrol({ tenantId, userId }: { tenantId: number; userId: number }) {
    const codeAt = await world.inTenant(tenantId, (tx) =>
      setUpApp(tx, world.ports.vault, userId, new Date()),
    );
    return () => codeAt(new Date());
  }
  const entered = async (visit: ReturnType<typeof browser>) =>
    (await sessionOf(visit))?.memberships.map(({ slug }) => slug) ?? null;

  it("refuses a tenant whose factor was removed after it was shown", async () => {
    const { memberships, ...credentials } = await administrator(2);
    const [open, guarded] = memberships as [(typeof memberships)[0], (typeof memberships)[0]];
    const code = await enrol(guarded);
    const visit = browser();
    await visit.step("sign-in", credentials);
    await visit.step("factor", { code: code() });
    await world.inTenant(guarded.tenantId, (tx) => factorStoreOf(tx).removeAll(guarded.userId));
    expect(await entered(visit)).toEqual([open.slug]);
  });

  it("admits to each tenant by its own factor, and on request without the tenants that demand one", async () => {
    const { memberships, ...credentials } = await administrator(2);
    const [open, guarded] = memberships as [(typeof memberships)[0], (typeof memberships)[0]];
    const code = await enrol(guarded);
    const hasty = browser();
    await hasty.step("sign-in", credentials);
    expect(await hasty.view()).toMatchObject({
      step: "second",
      second: ["totp"],
      skippable: true,
      ready: null,
    });
    expect(await hasty.enter()).toBeNull();
    await hasty.step("skip");
    expect(await entered(hasty)).toEqual([open.slug]);

    const careful = browser();
    await careful.step("sign-in", credentials);
    expect((await careful.step("factor", { code: "000000" })).trouble).toBe("code_wrong");
    await careful.step("factor", { code: code() });
    expect(await entered(careful)).toEqual([open.slug, guarded.slug]);
    expect(await careful.enter(), "the code for next-auth is good once").toBeNull();
  });

  it("does not continue without the factor if no tenant is open", async () => {
    const { memberships, ...credentials } = await administrator(1);
    await enrol(memberships[0]!);
    const visit = browser();
    await visit.step("sign-in", credentials);
    expect(await visit.view()).toMatchObject({ step: "second", skippable: false });
    await visit.step("skip");
    expect(await visit.enter()).toBeNull();
  });

  it("follows the tenants' rules, counts the device, and never locks out an owner by a rule", async () => {
    const { memberships, ...credentials } = await administrator(1);
    const { tenantId, userId, slug } = memberships[0]!;
    const execute = createExecute(world.stores, world.ports);
    const rule = { scope: "org", type: "ip", effect: "allow", cidrs: ["10.0.0.0/8"] };
    await execute(tenantActor(tenantId), createAccessRule, rule);
    const owner = browser();
    await owner.step("sign-in", credentials);
    expect(await entered(owner)).toEqual([slug]);
    expect(await world.inTenant(tenantId, (tx) => tx.devices.list({}))).toEqual([]);

    await world.database
      .sql`update administrators set role = 'admin' where tenant_id = ${tenantId} and user_id = ${userId}`;
    const other = browser();
    expect((await other.step("sign-in", credentials)).trouble).toBe("denied");
    expect(await other.enter()).toBeNull();
    await world.database.sql`delete from access_rules where tenant_id = ${tenantId}`;
    const again = browser();
    await again.step("sign-in", credentials);
    expect(await entered(again)).toEqual([slug]);
    expect(await world.inTenant(tenantId, (tx) => tx.devices.list({}))).toMatchObject([
      { status: "registered" },
    ]);
  });

  it("reports that a device waits for an approval", async () => {
    const { memberships, ...credentials } = await administrator(1);
    const { tenantId, userId } = memberships[0]!;
    await world.database
      .sql`update administrators set role = 'admin' where tenant_id = ${tenantId} and user_id = ${userId}`;
    const rule = { scope: "user", userId, type: "devices", maxDevices: 1 };
    await createExecute(world.stores, world.ports)(tenantActor(tenantId), createAccessRule, rule);
    const first = browser();
    await first.step("sign-in", credentials);
    expect(await entered(first)).toHaveLength(1);
    const second = browser();
    await second.step("sign-in", credentials);
    const { ready } = await second.view();
    const visitor = { ip: null, userAgent: null, requestId: null };
    expect(await auth.consolePages.redeem(second.cookies(), ready!, visitor)).toBe("device");
  });

  it("begins anew in every browser: a token of one browser is invalid in another", async () => {
    const { memberships, ...credentials } = await administrator(1);
    const owner = browser();
    await owner.step("sign-in", credentials);
    const { ready } = await owner.view();
    const visitor = { ip: null, userAgent: null, requestId: null };
    const planted = browser();
    await planted.step("identify", { email: credentials.email });
    expect(await auth.consolePages.redeem(planted.cookies(), ready!, visitor)).toBeNull();
    expect(await auth.consolePages.redeem(null, ready!, visitor)).toBeNull();
    expect(await entered(owner)).toEqual([memberships[0]!.slug]);
  });
});
