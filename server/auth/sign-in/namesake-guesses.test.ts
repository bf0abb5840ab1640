import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { consoleWorld, PASSWORD, type ConsoleWorld } from "@/server/testing/console-scene";
import { namesakeScene, type Account, type NamesakeScene } from "@/server/testing/namesake-scene";
import { databaseKinds } from "@/server/testing/stores";
import { GateFull } from "@/server/store/gate";

/*
 * The console compares a password with each account of the address. An attacker who owns another account of the victim's address
 * can therefore guess the victim's password by sign-ins that succeed.
 */

describe.each(databaseKinds)("guesses by an own account of the victim's address, on %s", (kind) => {
  let world: ConsoleWorld["world"];
  let browser: ConsoleWorld["browser"];
  let scene: NamesakeScene;
  beforeAll(async () => {
    const console = await consoleWorld(kind);
    ({ world, browser } = console);
    scene = namesakeScene(console);
  });
  afterAll(() => world.close());

  it("attack: a guess that opens the attacker's account counts as wrong on the victim's", async () => {
    const { victim, credentials } = await scene.namesakes();
    const { tenantId } = await world.tenant();
    const guess = "a guess at the other password";
    await world.administrator(tenantId, credentials.email, guess);
    await browser().step("sign-in", { ...credentials, password: guess });
    expect(await scene.failuresOf(victim)).toEqual({ failed: 1, locked: false });
  });

  const lockByGuesses = ({ tenantId, userId }: Account) =>
    world.inTenant(tenantId, (tx) =>
      tx.users.update(userId, {
        lockedUntil: new Date(+world.ports.clock() + 60_000),
        lockCause: "guesses",
      }),
    );

  /** Creates another account of this address with a password. Returns a function that sets a new password. */
  async function guesser(email: string, password: string) {
    const { tenantId } = await world.tenant();
    const userId = await world.administrator(tenantId, email, password);
    await world.inTenant(tenantId, (tx) => tx.users.update(userId, { emailVerifiedAt: new Date(0) }));
    const become = async (typed: string) => {
      const passwordHash = await world.ports.passwords.hash(typed);
      await world.inTenant(tenantId, async (tx) => {
        await tx.users.update(userId, { passwordHash, passwordChangedAt: world.ports.clock() });
        // Imitates a sign-in to an own app, which compares the password with this account only.
        for (const { id } of await tx.devices.list({}))
          await tx.devices.update(id, { lastUsed: new Date(+world.ports.clock() + 1_000) });
      });
    };
    return { become };
  }

  it("attack: an owner changes the own password to each guess at the victim's, and signs in to an own app between", async () => {
    const { victim, credentials } = await scene.namesakes();
    const guess = (index: number) => `the guess ${index} at a password`;
    const { become } = await guesser(credentials.email, guess(0));
    const visit = browser();
    for (let index = 0; index < 10; index += 1) {
      if (index > 0) await become(guess(index));
      await visit.step("sign-in", { ...credentials, password: guess(index) });
      expect(await scene.admittedTo(visit)).toHaveLength(1);
      expect(await scene.failuresOf(victim)).toEqual(
        index < 9 ? { failed: index + 1, locked: false } : { failed: 0, locked: true },
      );
    }
    await become(PASSWORD);
    await visit.step("sign-in", { ...credentials, password: PASSWORD });
    expect(await scene.admittedTo(visit)).toHaveLength(1);
  });

  it("attack: an owner guesses by the own account in a browser of the victim", async () => {
    const { victim, credentials, code } = await scene.namesakes();
    const visit = browser();
    await visit.step("sign-in", credentials);
    await visit.step("factor", { code: code() });
    expect(await scene.admittedTo(visit)).toContain(victim.slug);
    const { become } = await guesser(credentials.email, "guess 1 at a password");
    await visit.step("sign-in", { ...credentials, password: "guess 1 at a password" });
    await become("guess 2 at a password");
    await visit.step("sign-in", { ...credentials, password: "guess 2 at a password" });
    expect(await scene.failuresOf(victim)).toEqual({ failed: 2, locked: false });
  });

  it("attack: a password that was tried during a lock is tried again after the lock, to avoid its count", async () => {
    const { victim, credentials } = await scene.namesakes();
    const guess = "a guess during the lock";
    await guesser(credentials.email, guess);
    await lockByGuesses(victim);
    await browser().step("sign-in", { ...credentials, password: guess });
    await world.inTenant(victim.tenantId, (tx) =>
      tx.users.update(victim.userId, { lockedUntil: null, lockCause: null }),
    );
    await browser().step("sign-in", { ...credentials, password: guess });
    expect(await scene.failuresOf(victim)).toEqual({ failed: 1, locked: false });
  });

  it("attack: the record and the time of a guess by an own account reveal that it fits a locked account", async () => {
    const { victim, credentials } = await scene.namesakes();
    const { become } = await guesser(credentials.email, "a wrong guess");
    await lockByGuesses(victim);
    const recorded = async () => {
      const rows = await world.inTenant(victim.tenantId, (tx) => tx.signIns.list());
      return rows.filter(({ userId, outcome }) => userId === victim.userId && outcome === "refused").length;
    };
    await browser().step("sign-in", { ...credentials, password: "a wrong guess" });
    expect(await recorded()).toBe(1);
    await become(PASSWORD);
    await browser().step("sign-in", { ...credentials, password: PASSWORD });
    expect(await recorded()).toBe(2);
  });

  it("false lock: sign-ins by another account during a stranger's lock count once on the known browser", async () => {
    const { victim, credentials, code } = await scene.namesakes();
    const visit = browser();
    await visit.step("sign-in", credentials);
    await visit.step("factor", { code: code() });
    expect(await scene.admittedTo(visit)).toContain(victim.slug);
    await guesser(credentials.email, "the other password of one person");
    await lockByGuesses(victim);
    for (let time = 0; time < 4; time += 1)
      await visit.step("sign-in", { ...credentials, password: "the other password of one person" });
    const devices = await world.inTenant(victim.tenantId, (tx) => tx.devices.list());
    expect(devices.map(({ failedSignIns }) => failedSignIns)).toEqual([1]);
  });

  it("attack: a new password of the victim is compared with passwords that were counted before", async () => {
    const { victim, credentials } = await scene.namesakes();
    const guess = "a guess at the next password";
    await guesser(credentials.email, guess);
    await browser().step("sign-in", { ...credentials, password: guess });
    const passwordHash = await world.ports.passwords.hash("the next password of the victim");
    await world.inTenant(victim.tenantId, (tx) => tx.users.update(victim.userId, { passwordHash }));
    await browser().step("sign-in", { ...credentials, password: guess });
    expect((await scene.failuresOf(victim)).failed).toBe(2);
  });

  it("attack: an owner guesses the password of a platform administrator by changing the own one", async () => {
    const email = "root@namesake.example";
    await world.platformAdministrator(email, PASSWORD);
    const { become } = await guesser(email, "guess 0 at a password");
    const visit = browser();
    for (let index = 0; index < 3; index += 1) {
      if (index > 0) await become(`guess ${index} at a password`);
      for (let time = 0; time < 2; time += 1)
        await visit.step("sign-in", { email, password: `guess ${index} at a password` });
    }
    const rows = await world.database.sql<{ failed: number }[]>`
      select failed_sign_ins as failed from platform_administrators where email = ${email}`;
    expect(rows).toEqual([{ failed: 3 }]);
  });

  it("false lock: the two passwords of one person with two accounts count once each, from any browser", async () => {
    const { victim, credentials } = await scene.namesakes();
    const password = "the other password of one person";
    await guesser(credentials.email, password);
    const home = browser();
    for (let time = 0; time < 3; time += 1) {
      await home.step("sign-in", { ...credentials, password });
      await browser().step("sign-in", { ...credentials, password });
    }
    expect(await scene.failuresOf(victim)).toEqual({ failed: 1, locked: false });
  });

  describe("while the organization of the attacker's account is busy", () => {
    /** Creates the attacker's account first, so that it is counted before the victim's. Its organization has no free place. */
    async function busyNamesake(
      passwords: { attacker: string | null; victim: string },
      refuses = ["read", "write"],
    ) {
      const email = `busy${(busy += 1)}@namesake.example`;
      const [attacker, own] = [await world.tenant(), await world.tenant()];
      const ownId = await world.administrator(attacker.tenantId, email, passwords.attacker ?? PASSWORD);
      if (passwords.attacker === null)
        await world.inTenant(attacker.tenantId, (tx) => tx.users.update(ownId, { passwordHash: null }));
      const userId = await world.administrator(own.tenantId, email, passwords.victim);
      const tenant = world.stores.tenant.bind(world.stores);
      let refusals = 0;
      const refuse = () => Promise.reject(Object.assign(new GateFull(), { times: (refusals += 1) }));
      vi.spyOn(world.stores, "tenant").mockImplementation((tenantId, cost) => {
        const store = tenant(tenantId, cost);
        if (tenantId !== attacker.tenantId) return store;
        return {
          read: (work) => (refuses.includes("read") ? refuse() : store.read(work)),
          write: (work) => (refuses.includes("write") ? refuse() : store.write(work)),
        };
      });
      return { email, victim: { ...own, userId }, refusals: () => refusals };
    }
    let busy = 0;
    afterEach(() => void vi.restoreAllMocks());

    it.each([null, "the attacker's own password", "a guess at a password"])(
      "attack: a wrong password counts on the victim's account (the attacker's password: %s)",
      async (attacker) => {
        const { email, victim, refusals } = await busyNamesake({ attacker, victim: PASSWORD });
        const answer = browser().step("sign-in", { email, password: "a guess at a password" });
        await expect(answer).rejects.toThrow(GateFull);
        expect(refusals()).toBeGreaterThan(0);
        expect(await scene.failuresOf(victim)).toEqual({ failed: 1, locked: false });
      },
    );

    it("attack: a wrong password counts on the victim's account if only changes of the other organization wait", async () => {
      const { email, victim, refusals } = await busyNamesake(
        { attacker: "the attacker's own password", victim: PASSWORD },
        ["write"],
      );
      const answer = browser().step("sign-in", { email, password: "a guess at a password" });
      await expect(answer).rejects.toThrow(GateFull);
      expect(refusals()).toBeGreaterThan(1);
      expect(await scene.failuresOf(victim)).toEqual({ failed: 1, locked: false });
    });

    it("attack: the attacker's organization does not exclude the victim", async () => {
      const { email, victim } = await busyNamesake(
        { attacker: "the attacker's own password", victim: PASSWORD },
        ["write"],
      );
      const visit = browser();
      await visit.step("sign-in", { email, password: PASSWORD });
      expect(await scene.admittedTo(visit)).toEqual([victim.slug]);
    });
  });
});
