import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { messages } from "@/db/tenant/messages";
import { addCodeFactor } from "@/server/domain/factors/code-factors";
import { provePasskey, registerPasskey } from "@/server/domain/factors/passkeys";
import { changeSetting } from "@/server/domain/settings/tenant-settings";
import { signInOptions } from "@/server/domain/sign-in-options/sign-in-options";
import { makeRecoveryCodes } from "@/server/domain/factors/recovery-codes";
import { BASE_URL } from "@/server/testing/authentication";
import { testAuthenticator } from "@/server/testing/authenticator";
import { setUpApp } from "@/server/testing/authenticator-app";
import { consoleWorld, PASSWORD, type ConsoleWorld } from "@/server/testing/console-scene";
import { databaseKinds } from "@/server/testing/stores";

/*
 * At the console, several organizations may have an account with the same address. An administrator of one organization can
 * create an account there with the address of another person's account, a known password, and second factors of their own.
 */

const site = { origin: BASE_URL, rpId: new URL(BASE_URL).hostname };

describe.each(databaseKinds)(
  "an account of the same address and password in another organization, on %s",
  (kind) => {
    let world: ConsoleWorld["world"];
    let browser: ConsoleWorld["browser"];
    let sessionOf: ConsoleWorld["entered"];
    beforeAll(async () => {
      ({ world, browser, entered: sessionOf } = await consoleWorld(kind));
      Object.assign(world.ports, { channels: { email: true, sms: true } });
    });
    afterAll(() => world.close());

    interface Account {
      tenantId: number;
      slug: string;
      userId: number;
    }
    let people = 0;
    /**
     * Creates the victim's account, with an authenticator app as its second factor, and the attacker's account with the same
     * address.
     */
    async function namesakes() {
      const email = `victor${(people += 1)}@namesake.example`;
      const account = async (): Promise<Account> => {
        const { tenantId, slug } = await world.tenant();
        return { tenantId, slug, userId: await world.administrator(tenantId, email, PASSWORD) };
      };
      const victim = await account();
      const namesake = await account();
      return { credentials: { email, password: PASSWORD }, victim, namesake, code: await app(victim) };
    }
    async function app({ tenantId, userId }: Account) {
      const codeAt = await world.inTenant(tenantId, (tx) =>
        setUpApp(tx, world.ports.vault, userId, world.ports.clock()),
      );
      return () => codeAt(world.ports.clock());
    }
    async function mailbox({ tenantId, userId }: Account, address: string) {
      await world.inTenant(tenantId, (tx) =>
        addCodeFactor(tx, { userId, kind: "email", address }, world.ports.clock()),
      );
    }
    async function passkey({ tenantId, userId }: Account) {
      const device = testAuthenticator();
      const asked = { challenge: Buffer.from("enrol").toString("base64url"), ...site };
      const proved = (await provePasskey(device.create(asked), asked))!;
      await world.inTenant(tenantId, (tx) =>
        registerPasskey(
          tx,
          { userId, userHandle: "aGFuZGxl", passkey: proved, label: null },
          world.ports.clock(),
        ),
      );
      return device;
    }
    /** Returns the mails with codes of an organization, newest first. */
    const mails = async ({ tenantId }: Account) =>
      (
        await world.inTenant(tenantId, (tx) =>
          tx.messages.list({ where: eq(messages.template, "email_code"), orderBy: [desc(messages.id)] }),
        )
      ).map(({ recipient, dataSealed }) => ({
        to: recipient,
        ...(JSON.parse(world.ports.vault.decrypt(dataSealed!)) as { code: string }),
      }));
    const entered = async (visit: ReturnType<typeof browser>) =>
      (await sessionOf(visit))?.memberships.map(({ slug }) => slug) ?? null;
    const failures = async ({ tenantId, userId }: Account) => {
      const user = (await world.inTenant(tenantId, (tx) => tx.users.get(userId)))!;
      return { failed: user.failedSignIns, locked: user.lockedUntil !== null };
    };
    /**
     * Continues without the organizations that demand more. Returns the organizations that admitted the user.
     */
    async function opened(visit: ReturnType<typeof browser>) {
      await visit.step("skip");
      return entered(visit);
    }

    it("attack: a guess that opens the attacker's account counts as wrong on the victim's", async () => {
      const { victim, credentials } = await namesakes();
      const { tenantId } = await world.tenant();
      const guess = "a guess at the other password";
      await world.administrator(tenantId, credentials.email, guess);
      await browser().step("sign-in", { ...credentials, password: guess });
      expect(await failures(victim)).toEqual({ failed: 1, locked: false });
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
          // As after a sign-in to an own app, which compares the password with this account only.
          for (const { id } of await tx.devices.list({}))
            await tx.devices.update(id, { lastUsed: new Date(+world.ports.clock() + 1_000) });
        });
      };
      return { become };
    }

    it("attack: an owner changes the own password to each guess at the victim's, and signs in to an own app between", async () => {
      const { victim, credentials } = await namesakes();
      const guess = (index: number) => `the guess ${index} at a password`;
      const { become } = await guesser(credentials.email, guess(0));
      const visit = browser();
      for (let index = 0; index < 10; index += 1) {
        if (index > 0) await become(guess(index));
        await visit.step("sign-in", { ...credentials, password: guess(index) });
        expect(await entered(visit)).toHaveLength(1);
        expect(await failures(victim)).toEqual(
          index < 9 ? { failed: index + 1, locked: false } : { failed: 0, locked: true },
        );
      }
      await become(PASSWORD);
      await visit.step("sign-in", { ...credentials, password: PASSWORD });
      expect(await entered(visit)).toHaveLength(1);
    });

    it("attack: an owner guesses by the own account in a browser of the victim", async () => {
      const { victim, credentials, code } = await namesakes();
      const visit = browser();
      await visit.step("sign-in", credentials);
      await visit.step("factor", { code: code() });
      expect(await entered(visit)).toContain(victim.slug);
      const { become } = await guesser(credentials.email, "guess 1 at a password");
      await visit.step("sign-in", { ...credentials, password: "guess 1 at a password" });
      await become("guess 2 at a password");
      await visit.step("sign-in", { ...credentials, password: "guess 2 at a password" });
      expect(await failures(victim)).toEqual({ failed: 2, locked: false });
    });

    it("attack: a password that is tried during a lock, when it does not count, is free after the lock", async () => {
      const { victim, credentials } = await namesakes();
      const guess = "a guess during the lock";
      await guesser(credentials.email, guess);
      await lockByGuesses(victim);
      await browser().step("sign-in", { ...credentials, password: guess });
      await world.inTenant(victim.tenantId, (tx) =>
        tx.users.update(victim.userId, { lockedUntil: null, lockCause: null }),
      );
      await browser().step("sign-in", { ...credentials, password: guess });
      expect(await failures(victim)).toEqual({ failed: 1, locked: false });
    });

    it("attack: a guess at a locked account by an own account tells by its record and time that it is right", async () => {
      const { victim, credentials } = await namesakes();
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
      const { victim, credentials, code } = await namesakes();
      const visit = browser();
      await visit.step("sign-in", credentials);
      await visit.step("factor", { code: code() });
      expect(await entered(visit)).toContain(victim.slug);
      await guesser(credentials.email, "the other password of one person");
      await lockByGuesses(victim);
      for (let time = 0; time < 4; time += 1)
        await visit.step("sign-in", { ...credentials, password: "the other password of one person" });
      const devices = await world.inTenant(victim.tenantId, (tx) => tx.devices.list());
      expect(devices.map(({ failedSignIns }) => failedSignIns)).toEqual([1]);
    });

    it("attack: a new password of the victim is compared with passwords that were counted before", async () => {
      const { victim, credentials } = await namesakes();
      const guess = "a guess at the next password";
      await guesser(credentials.email, guess);
      await browser().step("sign-in", { ...credentials, password: guess });
      const passwordHash = await world.ports.passwords.hash("the next password of the victim");
      await world.inTenant(victim.tenantId, (tx) => tx.users.update(victim.userId, { passwordHash }));
      await browser().step("sign-in", { ...credentials, password: guess });
      expect((await failures(victim)).failed).toBe(2);
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
      const { victim, credentials } = await namesakes();
      const password = "the other password of one person";
      await guesser(credentials.email, password);
      const home = browser();
      for (let time = 0; time < 3; time += 1) {
        await home.step("sign-in", { ...credentials, password });
        await browser().step("sign-in", { ...credentials, password });
      }
      expect(await failures(victim)).toEqual({ failed: 1, locked: false });
    });

    it("attack: the option that a passkey is a second factor is switched off, to sign in with an administrator's password", async () => {
      const { tenantId, slug } = await world.tenant();
      const email = "only-passkey@namesake.example";
      const userId = await world.administrator(tenantId, email, PASSWORD);
      await passkey({ tenantId, slug, userId });
      for (const option of ["webAuthnAllowAsMfa", "webAuthnEnabled"]) {
        await world.inTenant(tenantId, (tx) =>
          changeSetting(tx, signInOptions, { [option]: false }, world.ports.clock()),
        );
        const visit = browser();
        await visit.step("sign-in", { email, password: PASSWORD });
        expect(await visit.view(), option).toMatchObject({
          step: "second",
          second: ["webauthn"],
          ready: null,
        });
      }
    });

    it("opens only that organization with a code sent to the attacker's own mailbox", async () => {
      const { victim, namesake, credentials } = await namesakes();
      await mailbox(namesake, "evil@attacker.example");
      const visit = browser();
      await visit.step("sign-in", credentials);
      await visit.step("send", { method: "email" });
      expect(await mails(victim), "nothing is sent for whoever is not asked for it").toEqual([]);
      const [sent] = await mails(namesake);
      expect(sent!.to).toBe("evil@attacker.example");
      await visit.step("code", { code: sent!.code });
      expect(await visit.view()).toMatchObject({ step: "second", second: ["totp"], ready: null });
      expect(await opened(visit)).toEqual([namesake.slug]);
    });

    it("opens only that organization with a code to another mailbox than the victim's", async () => {
      const { victim, namesake, credentials } = await namesakes();
      await mailbox(victim, credentials.email);
      await mailbox(namesake, "evil@attacker.example");
      const visit = browser();
      await visit.step("sign-in", credentials);
      await visit.step("send", { method: "email" });
      const [theirs, own] = [(await mails(victim))[0]!, (await mails(namesake))[0]!];
      expect([theirs.to, own.to]).toEqual([credentials.email, "evil@attacker.example"]);
      expect(theirs.code, "each mailbox gets a code of its own").not.toBe(own.code);
      await visit.step("code", { code: own.code });
      expect(await visit.view()).toMatchObject({ step: "second", ready: null });
      expect(await opened(visit)).toEqual([namesake.slug]);
    });

    it("opens both with one code if both send their codes to one mailbox", async () => {
      const { victim, namesake, credentials } = await namesakes();
      const [first, second] = [victim, namesake];
      await mailbox(first, credentials.email);
      await mailbox(second, credentials.email);
      const visit = browser();
      await visit.step("sign-in", credentials);
      await visit.step("send", { method: "email" });
      await visit.step("code", { code: (await mails(second))[0]!.code });
      expect(await entered(visit)).toEqual([first.slug, second.slug]);
    });

    it("opens only that organization with the attacker's own authenticator app, and its code is wrong for the victim", async () => {
      const { victim, namesake, credentials } = await namesakes();
      const own = await app(namesake);
      const visit = browser();
      await visit.step("sign-in", credentials);
      await visit.step("factor", { code: own() });
      expect(await failures(victim)).toEqual({ failed: 1, locked: false });
      expect(await failures(namesake)).toEqual({ failed: 0, locked: false });
      expect(await opened(visit)).toEqual([namesake.slug]);
    });

    it("opens only that organization with the attacker's own recovery code", async () => {
      const { victim, namesake, credentials } = await namesakes();
      await app(namesake);
      const [code] = await world.inTenant(namesake.tenantId, (tx) =>
        makeRecoveryCodes(tx, namesake.userId, world.ports.clock()),
      );
      const visit = browser();
      await visit.step("sign-in", credentials);
      await visit.step("factor", { method: "recovery_code", code: code! });
      expect(await failures(victim), "nobody is asked for one who has none").toEqual({
        failed: 0,
        locked: false,
      });
      expect(await opened(visit)).toEqual([namesake.slug]);
    });

    it("opens only that organization with the attacker's own passkey", async () => {
      const { victim, namesake, credentials } = await namesakes();
      const device = await passkey(namesake);
      const visit = browser();
      await visit.step("sign-in", credentials);
      const { response } = await visit.step("passkey-options");
      const { request } = (await response.json()) as {
        request: { challenge: string; allowCredentials: unknown[] };
      };
      expect(request.allowCredentials).toHaveLength(1);
      await visit.step("passkey", {
        response: JSON.stringify(device.get({ challenge: request.challenge, ...site })),
      });
      expect(await visit.view()).toMatchObject({ step: "second", second: ["totp"], ready: null });
      expect(await opened(visit)).toEqual([namesake.slug]);
      expect(await failures(victim)).toEqual({ failed: 0, locked: false });
    });

    it("does not allow unlimited guesses at the victim's codes by codes that fit the namesake", async () => {
      const { victim, namesake, credentials } = await namesakes();
      const own = await app(namesake);
      world.set({ lockAfterFailures: 3 });
      for (let count = 0; count < 3; count += 1) {
        const visit = browser();
        await visit.step("sign-in", credentials);
        await visit.step("factor", { code: own() });
        world.pass(30_000);
      }
      expect(await failures(victim)).toEqual({ failed: 0, locked: true });
      world.pass(-90_000);
      world.set({ lockAfterFailures: 10 });
    });

    it("has concurrent guesses at the victim's codes checked only up to the limit", async () => {
      const { victim, namesake, code, credentials } = await namesakes();
      await app(namesake);
      world.set({ lockAfterFailures: 3 });
      const visits = Array.from({ length: 8 }, () => browser());
      for (const visit of visits) await visit.step("sign-in", credentials);
      const wrong = String((Number(code()) + 500_000) % 1_000_000).padStart(6, "0");
      await Promise.all(visits.map((visit) => visit.step("factor", { code: wrong })));
      const counted = await world.inTenant(victim.tenantId, (tx) => tx.signIns.list({}));
      expect(counted.filter(({ outcome }) => outcome === "failed")).toHaveLength(3);
      expect(await failures(victim)).toEqual({ failed: 0, locked: true });
      world.set({ lockAfterFailures: 10 });
    });
  },
);
