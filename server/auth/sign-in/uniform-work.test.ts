import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { consoleBrowser, consoleSignIn } from "@/server/testing/sign-in";
import { createScene, PASSWORD, type Scene } from "@/server/testing/scene";
import { BASE_URL } from "@/server/testing/authentication";
import { createPasswords } from "@/server/ports/passwords";
import { databaseKinds } from "@/server/testing/stores";
import { turnsOfLoop } from "@/server/testing/work";
import { MOST_CANDIDATES } from "./candidates";
import { createUniformWork, HASHES_REFUSED } from "./uniform-work";

const pause = () => Promise.resolve();

describe("the work of a refused attempt", () => {
  const verify = () => Promise.resolve(false);

  it("takes the same time for few and for many records", async () => {
    for (const records of [0, 20]) {
      let endWait = () => {};
      const wait = vi.fn((_ms: number) => new Promise<void>((resolve) => (endWait = resolve)));
      const spied = vi.fn(verify);
      const work = createUniformWork(
        { passwords: { verify: spied }, pause: wait },
        { tenantId: null },
        { ip: null },
      );
      const refused = work.refused("wrong", () => turnsOfLoop(records));
      await turnsOfLoop(records + 10);
      // The records are written. The hashes begin after the wait.
      expect([wait.mock.calls, spied.mock.calls.length]).toEqual([[[50]], 0]);
      endWait();
      await refused;
      expect(spied).toHaveBeenCalledTimes(HASHES_REFUSED.console);
    }
  });

  it.each([
    [null, HASHES_REFUSED.console],
    [1, HASHES_REFUSED.app],
  ])(
    "consists of the same number of hashes, for any number of earlier comparisons (tenant %s)",
    async (tenantId, most) => {
      for (let compared = 0; compared <= most; compared++) {
        const spied = vi.fn(verify);
        const work = createUniformWork(
          { passwords: { verify: spied }, pause },
          { tenantId },
          { ip: "192.0.2.1" },
        );
        for (let count = 0; count < compared; count++) await work.verify("hash", "wrong");
        await work.refused("wrong", () => Promise.resolve());
        expect(spied).toHaveBeenCalledTimes(most);
      }
    },
  );
});

describe("the hashes of many clients", () => {
  it("starvation: sign-ins from all networks of one IPv6 /48 wait in one turn", async () => {
    const cheap = { memoryCost: 8_192, timeCost: 1, parallelism: 1 };
    const passwords = createPasswords(cheap, { running: 1, waiting: 500 });
    const done: string[] = [];
    const attempt = async (ip: string) => {
      await createUniformWork({ passwords, pause }, { tenantId: null }, { ip }).verify(null, "wrong");
      done.push(ip);
    };
    const flood = Array.from({ length: 60 }, (_, index) => attempt(`2001:db8:1:${index.toString(16)}::1`));
    const bystander = attempt("2001:db8:2::1");
    await Promise.all([...flood, bystander]);
    expect(done.indexOf("2001:db8:2::1")).toBeLessThan(5);
  });
});

describe.each(databaseKinds)(
  "an attacker who measures times to find addresses with accounts, on %s",
  (kind) => {
    let scene: Scene;
    let asked = 0;
    beforeAll(async () => void (scene = await createScene(kind)), 60_000);
    afterAll(() => scene.close());
    afterEach(() => vi.restoreAllMocks());
    const from = () => `192.0.2.${(asked += 1)}`;

    /** Creates administrators with this address and different passwords, one in each organization. */
    async function administrators(email: string, count: number) {
      const slugs: string[] = [];
      for (let index = 0; index < count; index++) {
        const { tenantId, slug } = await scene.world.tenant();
        await scene.world.administrator(tenantId, email, `${PASSWORD} ${index}`);
        slugs.push(slug);
      }
      return slugs;
    }

    /** Returns the number of hashes of a step. */
    async function hashesOf(step: () => Promise<unknown>) {
      const verify = vi.spyOn(scene.world.ports.passwords, "verify");
      await step();
      const calls = verify.mock.calls.length;
      verify.mockRestore();
      return calls;
    }

    it("measures the same number of hashes at the console for no, one and several accounts", async () => {
      const [one, several] = ["one@shop.example", "several@shop.example"];
      await administrators(one, 1);
      await administrators(several, 3);
      const wrong = (email: string) =>
        hashesOf(() =>
          consoleBrowser(scene.auth, BASE_URL, from()).step("sign-in", { email, password: "wrong" }),
        );
      expect([await wrong("nobody@shop.example"), await wrong(one), await wrong(several)]).toEqual([3, 3, 3]);
    });

    it("measures the same number if the password is right and the account is locked", async () => {
      const email = "locked@shop.example";
      await administrators(email, 1);
      await scene.world.database
        .sql`update users set locked_until = now() + interval '1 hour' where email = ${email}`;
      const password = `${PASSWORD} 0`;
      expect(
        await hashesOf(() =>
          consoleBrowser(scene.auth, BASE_URL, from()).step("sign-in", { email, password }),
        ),
      ).toBe(3);
    });

    it("measures the same number at an app's sign-in", async () => {
      const { app, person } = await scene.addTenant();
      const wrong = (email: string) =>
        hashesOf(async () => {
          const browser = scene.browser();
          const { at } = await browser.authorize(app);
          await browser.submit(at, "sign-in", { email, password: "wrong" });
        });
      expect([await wrong("nobody@shop.example"), await wrong(person.email)]).toEqual([1, 1]);
    });

    it("cannot send long texts to be hashed: a password of 60,000 letters is refused like an empty one", async () => {
      const verify = vi.spyOn(scene.world.ports.passwords, "verify");
      const fields = { email: "nobody@shop.example", password: "a".repeat(60_000) };
      const { trouble } = await consoleBrowser(scene.auth, BASE_URL, from()).step("sign-in", fields);
      expect([trouble, verify.mock.calls.map(([, password]) => password)]).toEqual(["refused", ["", "", ""]]);
    });

    it("cannot leave hashes behind: the hashes of a request that has ended get its aborted signal", async () => {
      const { app, person } = await scene.addTenant();
      const verify = vi.spyOn(scene.world.ports.passwords, "verify").mockResolvedValue(false);
      const body = new URLSearchParams({ email: person.email, password: "wrong" });
      const gone = { method: "POST", body, signal: AbortSignal.abort() };
      const atConsole = new Request(`${BASE_URL}/sign-in/sign-in`, {
        ...gone,
        headers: { origin: BASE_URL },
      });
      await scene.auth.consolePages.submit(atConsole, "sign-in", { ip: from(), requestId: "r" });
      const ofConsole = verify.mock.calls.length;
      expect(ofConsole).toBeGreaterThan(0);
      const browser = scene.browser();
      const { at } = await browser.authorize(app);
      await browser.open(`${at}/sign-in`, gone);
      expect(verify.mock.calls.length).toBeGreaterThan(ofConsole);
      for (const [, , , signal] of verify.mock.calls) expect(signal?.aborted).toBe(true);
    });

    it("cannot cause unlimited password comparisons by creating an address in many organizations", async () => {
      const email = "planted@shop.example";
      const slugs = await administrators(email, MOST_CANDIDATES + 2);
      const signIn = (typed: string, index: number) =>
        consoleSignIn(scene.auth, BASE_URL, { email: typed, password: `${PASSWORD} ${index}`, ip: from() });
      expect(
        await hashesOf(() =>
          consoleBrowser(scene.auth, BASE_URL, from()).step("sign-in", { email, password: "no" }),
        ),
      ).toBe(MOST_CANDIDATES);
      // The oldest account signs in as before. Each of the others signs in by naming the organization.
      expect(await signIn(email, 0)).toMatchObject({ outcome: "signed_in" });
      const last = MOST_CANDIDATES + 1;
      expect(await signIn(email, last)).toMatchObject({ outcome: "refused" });
      expect(await signIn(`${slugs[last]!}/${email}`, last)).toMatchObject({ outcome: "signed_in", email });
      expect(await signIn(`${slugs[0]!}/${email}`, last)).toMatchObject({ outcome: "refused" });
    });
  },
);
