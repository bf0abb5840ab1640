import { URI, type TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aUser } from "@/server/testing/factories";
import { testAuthenticator } from "@/server/testing/authenticator";
import { testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { factorsOf } from "./factors";
import {
  newChallenge,
  passkeyCreation,
  passkeyRequest,
  provePasskey,
  registerPasskey,
  userHandleOf,
  raiseCopied,
  verifyPasskey,
} from "./kinds/passkeys";
import { makeRecoveryCodes, useRecoveryCode } from "./kinds/recovery-codes";
import { beginTotp, confirmTotp, typedSeed, verifyTotp } from "./kinds/totp";

const STEP_MS = 30_000;

describe.each(databaseKinds)("factors on %s", (kind) => {
  let test: TestOperations;
  let tenant = 0;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  async function somebody() {
    const t = ++tenant;
    const { id: userId } = await aUser(test, t);
    return { t, userId };
  }
  const at = (steps: number) => new Date(+test.clock.now + steps * STEP_MS);

  describe("authenticator apps", () => {
    async function enrolled() {
      const { t, userId } = await somebody();
      const { sealed, uri } = beginTotp(test.ports.vault, "ann:a@example.com", "Meadow: Ltd");
      const app = URI.parse(uri) as TOTP;
      const code = (steps: number) => app.generate({ timestamp: +at(steps) });
      const confirm = async (given: string, now = at(0), seed = sealed) => {
        const app = { userId, sealed: seed, code: given, label: "My phone" };
        return (await test.write(t, (tx) => confirmTotp(tx, test.ports.vault, app, now))) !== null;
      };
      const verify = async (given: string, now: Date) =>
        (await test.write(t, (tx) =>
          verifyTotp(tx, { vault: test.ports.vault, userId, code: given }, now),
        )) !== null;
      return { t, userId, uri, code, confirm, verify };
    }

    it("are enrolled by a code of their seed, and store nothing before", async () => {
      const { t, userId, uri, code, confirm } = await enrolled();
      expect(uri).toMatch(/^otpauth:\/\/totp\/Meadow%20%20Ltd:ann%20a%40example\.com\?/);
      expect(typedSeed(uri)).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
      const wrong = String((Number(code(0)) + 1) % 1_000_000).padStart(6, "0");
      for (const bad of [wrong, "", "12345", `${code(0)}0`, code(3), code(-3)])
        expect(await confirm(bad)).toBe(false);
      expect(await confirm(code(0), at(0), "something else that was sealed")).toBe(false);
      expect(await test.write(t, (tx) => factorsOf(tx, userId))).toEqual([]);
      expect(await confirm(` ${code(0).slice(0, 3)} ${code(0).slice(3)}`)).toBe(true);
      expect(await test.write(t, (tx) => factorsOf(tx, userId))).toMatchObject([
        { kind: "totp", label: "My phone", lastUsedAt: null },
      ]);
    });

    it("accept each code once, one step early or late, and never an older one afterwards", async () => {
      const { code, confirm, verify } = await enrolled();
      await confirm(code(0));
      expect(await verify(code(0), at(0))).toBe(false);
      expect(await verify(code(1), at(0))).toBe(true);
      expect(await verify(code(1), at(1))).toBe(false);
      expect(await verify(code(4), at(5))).toBe(true);
      expect(await verify(code(3), at(4))).toBe(false);
      expect(await verify(code(9), at(7))).toBe(false);
      expect(await verify(code(5), at(7))).toBe(false);
    });

    it("accept one of two simultaneous requests with the same code", async () => {
      const { code, confirm, verify } = await enrolled();
      await confirm(code(0));
      const both = await Promise.all([verify(code(2), at(2)), verify(code(2), at(2))]);
      expect(both.sort()).toEqual([false, true]);
    });
  });

  describe("recovery codes", () => {
    it("are ten, are accepted once each in any spelling, and are replaced by the next ten", async () => {
      const { t, userId } = await somebody();
      const make = () => test.write(t, (tx) => makeRecoveryCodes(tx, userId, at(0)));
      const use = async (code: string, of = userId) =>
        (await test.write(t, (tx) => useRecoveryCode(tx, { userId: of, code }, at(1)))) !== null;
      expect(await use("0000-0000-0000-0000")).toBe(false);
      const codes = await make();
      expect(new Set(codes).size).toBe(10);
      for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
      const [first = "", second = "", third = "", fourth = ""] = codes;
      expect(await use(first)).toBe(true);
      expect(await use(first)).toBe(false);
      expect(await use(second.toUpperCase().replaceAll("-", " ").replaceAll("0", "O"))).toBe(true);
      expect((await Promise.all([use(third), use(third)])).sort()).toEqual([false, true]);
      expect(await use(fourth, (await aUser(test, t)).id)).toBe(false);
      const [held] = await test.write(t, (tx) => factorsOf(tx, userId));
      expect(held).toMatchObject({ kind: "recovery_codes", codesLeft: 7 });
      expect(JSON.stringify(await test.write(t, (tx) => tx.factors.list()))).not.toContain(fourth);
      await make();
      expect(await use(fourth)).toBe(false);
    });
  });

  describe("passkeys", () => {
    const place = { rpId: "id.example.com", origin: "https://id.example.com" };

    async function registered() {
      const { t, userId } = await somebody();
      const authenticator = testAuthenticator();
      const asked = { ...place, challenge: newChallenge() };
      const userHandle = await test.write(t, (tx) => userHandleOf(tx, userId));
      const passkey = await provePasskey(authenticator.create(asked), asked);
      await test.write(t, (tx) =>
        registerPasskey(tx, { userId, userHandle, passkey: passkey!, label: "Laptop" }, at(0)),
      );
      const verify = (response: unknown, expected: typeof asked, within = t) =>
        test.write(within, (tx) =>
          verifyPasskey(tx, { response, ...expected }, at(1), (copy) => raiseCopied(tx, copy, at(1))),
        );
      return { t, userId, userHandle, authenticator, verify };
    }

    it("are requested as discoverable, with a random user handle and without attestation", async () => {
      const { t, userId, userHandle, authenticator } = await registered();
      expect(await test.write(t, (tx) => userHandleOf(tx, userId))).toBe(userHandle);
      const challenge = newChallenge();
      const options = await passkeyCreation({
        rpId: place.rpId,
        rpName: "Meadow",
        challenge,
        userHandle,
        userName: "ann@example.com",
        displayName: "Ann",
        exclude: [authenticator.credentialId],
      });
      expect(options).toMatchObject({
        challenge,
        rp: { id: place.rpId, name: "Meadow" },
        user: { id: userHandle, name: "ann@example.com", displayName: "Ann" },
        attestation: "none",
        excludeCredentials: [{ id: authenticator.credentialId }],
        authenticatorSelection: { residentKey: "required" },
      });
      const request = await passkeyRequest({ rpId: place.rpId, challenge });
      expect(request).toMatchObject({ challenge, rpId: place.rpId });
      expect(request.allowCredentials).toBeUndefined();
    });

    it.each([
      ["another challenge", { challenge: newChallenge() }],
      ["another origin", { origin: "https://id.example.com.evil.example" }],
      ["another host", { rpId: "evil.example" }],
    ])("are not created for %s", async (_what, other) => {
      const asked = { ...place, challenge: newChallenge() };
      const made = testAuthenticator().create({ ...asked, ...other });
      expect(await provePasskey(made, asked)).toBeNull();
    });

    it("are created neither from other input nor with certificates, whose verification would fetch URLs", async () => {
      const asked = { ...place, challenge: newChallenge() };
      for (const junk of [
        null,
        undefined,
        "x",
        {},
        { id: "x", response: {} },
        testAuthenticator().get(asked),
      ])
        expect(await provePasskey(junk, asked)).toBeNull();
      const certified = new Map<string, unknown>([["x5c", [new Uint8Array(3)]]]);
      expect(await provePasskey(testAuthenticator().create(asked, certified), asked)).toBeNull();
    });

    it("return their owner, and true if the authenticator verified the owner", async () => {
      const { userId, userHandle, authenticator, verify } = await registered();
      for (const userVerified of [true, false]) {
        const asked = { ...place, challenge: newChallenge() };
        const response = authenticator.get({ ...asked, userHandle, userVerified });
        expect(await verify(response, asked)).toMatchObject({ userId, userVerified });
        // The counter of a repeated answer is not higher than the stored counter. The answer is refused.
        expect(await verify(response, asked)).toBeNull();
      }
    });

    it.each([
      ["another challenge", { challenge: newChallenge() }],
      ["another origin", { origin: "https://evil.example" }],
      ["another host", { rpId: "example.com" }],
      ["another person", { userHandle: newChallenge() }],
    ])("are refused for %s", async (_what, other) => {
      const { t, authenticator, verify } = await registered();
      const asked = { ...place, challenge: newChallenge() };
      expect(await verify(authenticator.get({ ...asked, ...other }), asked)).toBeNull();
      expect(await test.write(t, (tx) => tx.securityAlerts.list())).toEqual([]);
    });

    it("are accepted only in their organization and with their own key", async () => {
      const { authenticator, verify } = await registered();
      const asked = { ...place, challenge: newChallenge() };
      const { t: elsewhere } = await somebody();
      expect(await verify(authenticator.get(asked), asked, elsewhere)).toBeNull();
      const forged = { ...testAuthenticator().get(asked), id: authenticator.credentialId };
      expect(await verify({ ...forged, rawId: authenticator.credentialId }, asked)).toBeNull();
      for (const junk of [null, "x", {}, { id: authenticator.credentialId }, { id: 7 }])
        expect(await verify(junk, asked)).toBeNull();
    });

    it("are refused when the counter decreases, and raise an alert", async () => {
      const { t, userId, authenticator, verify } = await registered();
      const answer = (counter: number) => {
        const asked = { ...place, challenge: newChallenge() };
        return verify(authenticator.get({ ...asked, counter }), asked);
      };
      expect(await answer(7)).toMatchObject({ userId });
      expect(await answer(7)).toBeNull();
      expect(await answer(3)).toBeNull();
      expect(await test.write(t, (tx) => tx.securityAlerts.list())).toMatchObject([
        { alertType: "passkey_copied", severity: "high", affectedUserCount: 1 },
      ]);
      expect(await answer(8)).toMatchObject({ userId });
    });
  });
});
