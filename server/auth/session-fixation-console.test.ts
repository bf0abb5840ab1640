import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setUpApp } from "@/server/testing/authenticator-app";
import { consoleWorld, facts, PASSWORD, type ConsoleWorld } from "@/server/testing/console-scene";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("a session from before the sign-in to the console, on %s", (kind) => {
  let world: ConsoleWorld["world"];
  let auth: ConsoleWorld["auth"];
  let browser: ConsoleWorld["browser"];
  beforeAll(async () => {
    ({ world, auth, browser } = await consoleWorld(kind));
  });
  afterAll(() => world.close());

  let people = 0;
  async function administrator() {
    const email = `olga${(people += 1)}@fixed.example`;
    const { tenantId } = await world.tenant();
    return {
      email,
      password: PASSWORD,
      tenantId,
      userId: await world.administrator(tenantId, email, PASSWORD),
    };
  }
  const visitor = { ip: "203.0.113.9", userAgent: "Firefox" };
  /** Returns the console session that a browser with these cookies gets; null if there is none. */
  const entering = async (cookies: string) => {
    const { ready } = await auth.consolePages.describe(cookies, visitor);
    return ready && auth.consolePages.redeem(cookies, ready, { ...facts, ...visitor });
  };

  it("is replaced at the sign-in, and the planted one opens nothing", async () => {
    const { email, password } = await administrator();
    const planted = "p".repeat(43);
    const visit = browser(`${auth.cookieName}=${planted}`);
    await visit.step("sign-in", { email, password });
    const { token } = (await visit.enter())!;
    expect(token).not.toBe(planted);
    expect(await auth.session(`${auth.cookieName}=${token}`)).toMatchObject({ email });
    expect(await auth.session(`${auth.cookieName}=${planted}`)).toBeNull();
  });

  it("does not begin for an attacker who planted the sign-in's own cookie", async () => {
    const { email, password } = await administrator();
    const planted = `castellan_sign_in=${"q".repeat(43)}`;
    const visit = browser(planted);
    await visit.step("identify", { email });
    await visit.step("sign-in", { email, password });
    expect(visit.cookies()).not.toContain(planted);
    expect(await entering(planted), "everything was proved, and nobody has come in yet").toBeNull();
    expect(await visit.enter()).toMatchObject({ email });
  });

  it("does not show the second step to an attacker who planted that cookie", async () => {
    const { email, password, tenantId, userId } = await administrator();
    const codeAt = await world.inTenant(tenantId, (tx) =>
      setUpApp(tx, world.ports.vault, userId, new Date()),
    );
    const planted = `castellan_sign_in=${"r".repeat(43)}`;
    const visit = browser(planted);
    await visit.step("sign-in", { email, password });
    expect(await visit.view()).toMatchObject({ step: "second", proved: true });
    expect(await auth.consolePages.describe(planted, visitor)).toMatchObject({
      proved: false,
      identifier: null,
    });
    const thief = browser(planted);
    expect((await thief.step("factor", { code: codeAt(new Date()) })).trouble).toBe("again");
    await visit.step("factor", { code: codeAt(new Date()) });
    expect(await visit.enter()).toMatchObject({ email });
  });

  it("does not begin for another user who had proved all but the last step before", async () => {
    const [mallory, olga] = [await administrator(), await administrator()];
    const visit = browser();
    await visit.step("sign-in", { email: mallory.email, password: PASSWORD });
    const planted = visit.cookies();
    await visit.step("sign-in", { email: olga.email, password: PASSWORD });
    expect(await entering(planted)).toBeNull();
    expect(await visit.enter()).toMatchObject({ email: olga.email });
  });
});
