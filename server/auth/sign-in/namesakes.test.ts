import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { messages } from "@/db/tenant/messages";
import { addCodeFactor } from "@/server/domain/factors/kinds/codes";
import { provePasskey, registerPasskey } from "@/server/domain/factors/kinds/passkeys";
import { changeSetting } from "@/server/domain/settings/tenant-settings";
import { signInOptions } from "@/server/domain/sign-in-options/sign-in-options";
import { makeRecoveryCodes } from "@/server/domain/factors/kinds/recovery-codes";
import { BASE_URL } from "@/server/testing/authentication";
import { testAuthenticator } from "@/server/testing/authenticator";
import { consoleWorld, PASSWORD, type ConsoleWorld } from "@/server/testing/console-scene";
import { namesakeScene, type Account, type NamesakeScene } from "@/server/testing/namesake-scene";
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
    let scene: NamesakeScene;
    beforeAll(async () => {
      const console = await consoleWorld(kind);
      ({ world, browser } = console);
      scene = namesakeScene(console);
      Object.assign(world.ports, { channels: { email: true, sms: true } });
    });
    afterAll(() => world.close());

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
    /** Skips the organizations that demand a further step. Returns the organizations that admitted the user. */
    async function opened(visit: ReturnType<typeof browser>) {
      await visit.step("skip");
      return scene.admittedTo(visit);
    }

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
      const { victim, namesake, credentials } = await scene.namesakes();
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
      const { victim, namesake, credentials } = await scene.namesakes();
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
      const { victim, namesake, credentials } = await scene.namesakes();
      const [first, second] = [victim, namesake];
      await mailbox(first, credentials.email);
      await mailbox(second, credentials.email);
      const visit = browser();
      await visit.step("sign-in", credentials);
      await visit.step("send", { method: "email" });
      await visit.step("code", { code: (await mails(second))[0]!.code });
      expect(await scene.admittedTo(visit)).toEqual([first.slug, second.slug]);
    });

    it("opens only that organization with the attacker's own authenticator app, and its code is wrong for the victim", async () => {
      const { victim, namesake, credentials } = await scene.namesakes();
      const own = await scene.app(namesake);
      const visit = browser();
      await visit.step("sign-in", credentials);
      await visit.step("factor", { code: own() });
      expect(await scene.failuresOf(victim)).toEqual({ failed: 1, locked: false });
      expect(await scene.failuresOf(namesake)).toEqual({ failed: 0, locked: false });
      expect(await opened(visit)).toEqual([namesake.slug]);
    });

    it("opens only that organization with the attacker's own recovery code", async () => {
      const { victim, namesake, credentials } = await scene.namesakes();
      await scene.app(namesake);
      const [code] = await world.inTenant(namesake.tenantId, (tx) =>
        makeRecoveryCodes(tx, namesake.userId, world.ports.clock()),
      );
      const visit = browser();
      await visit.step("sign-in", credentials);
      await visit.step("factor", { method: "recovery_code", code: code! });
      expect(await scene.failuresOf(victim), "nobody is asked for one who has none").toEqual({
        failed: 0,
        locked: false,
      });
      expect(await opened(visit)).toEqual([namesake.slug]);
    });

    it("opens only that organization with the attacker's own passkey", async () => {
      const { victim, namesake, credentials } = await scene.namesakes();
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
      expect(await scene.failuresOf(victim)).toEqual({ failed: 0, locked: false });
    });

    it("does not allow unlimited guesses at the victim's codes by codes that fit the namesake", async () => {
      const { victim, namesake, credentials } = await scene.namesakes();
      const own = await scene.app(namesake);
      world.set({ lockAfterFailures: 3 });
      for (let count = 0; count < 3; count += 1) {
        const visit = browser();
        await visit.step("sign-in", credentials);
        await visit.step("factor", { code: own() });
        world.pass(30_000);
      }
      expect(await scene.failuresOf(victim)).toEqual({ failed: 0, locked: true });
      world.pass(-90_000);
      world.set({ lockAfterFailures: 10 });
    });

    it("has concurrent guesses at the victim's codes checked only up to the limit", async () => {
      const { victim, namesake, code, credentials } = await scene.namesakes();
      await scene.app(namesake);
      world.set({ lockAfterFailures: 3 });
      const visits = Array.from({ length: 8 }, () => browser());
      for (const visit of visits) await visit.step("sign-in", credentials);
      const wrong = String((Number(code()) + 500_000) % 1_000_000).padStart(6, "0");
      await Promise.all(visits.map((visit) => visit.step("factor", { code: wrong })));
      const counted = await world.inTenant(victim.tenantId, (tx) => tx.signIns.list({}));
      expect(counted.filter(({ outcome }) => outcome === "failed")).toHaveLength(3);
      expect(await scene.failuresOf(victim)).toEqual({ failed: 0, locked: true });
      world.set({ lockAfterFailures: 10 });
    });
  },
);
