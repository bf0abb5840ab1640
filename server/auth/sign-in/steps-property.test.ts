import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asksFor, nextStep, together, type Demands, type Proof, type SecondMethod } from "./steps";

const proof = (method: Proof["method"]): Proof => ({ method, at: "2026-03-14T09:26:53.000Z" });

describe("any demands", () => {
  const methods = fc.subarray<SecondMethod>(["totp", "webauthn", "email", "sms", "recovery_code"]);
  const demands = fc.record({
    refusals: fc.constant<Demands["refusals"]>([]),
    exempt: fc.boolean(),
    requireMfa: fc.boolean(),
    factors: methods,
    hasPassword: fc.boolean(),
    unreachable: fc.boolean(),
    otherWays: fc.boolean(),
    passkeysElsewhere: fc.subarray(["a.example"]),
    channels: fc.subarray<"email" | "sms">(["email", "sms"]),
    tier: fc.constantFrom(null, "low", "high", "critical"),
    trustedDevice: fc.boolean(),
    mayEnrol: fc.constant<Demands["mayEnrol"]>(["totp", "webauthn", "email"]),
  });
  const firsts = fc.constantFrom<Proof["method"]>(
    ...(["password", "Ldap", "EmailOtp", "MagicLink", "SmsOtp", "Saml", "Social", "webauthn"] as const),
  );
  const restsOn: Partial<Record<Proof["method"], string>> = {
    password: "password",
    Ldap: "password",
    EmailOtp: "mailbox",
    MagicLink: "mailbox",
    email: "mailbox",
    SmsOtp: "phone",
    sms: "phone",
    webauthn: "passkey",
  };
  const restOf = (method: Proof["method"]) => restsOn[method] ?? method;
  const others = ({ factors, hasPassword }: Demands, first: Proof["method"]) =>
    [...factors, ...(hasPassword ? (["password"] as const) : [])].filter(
      (method) => method !== "recovery_code" && restOf(method) !== restOf(first),
    );

  /** Returns the channels beside the first proof of a user without a password who signs in by a message or the second factor. */
  const otherChannels = (demanded: Demands, first: Proof["method"]) => {
    const isSecond = demanded.factors.some((method) => restOf(method) === restOf(first));
    if (demanded.hasPassword || !(isSecond || ["mailbox", "phone"].includes(restOf(first)))) return [];
    return demanded.channels.filter((channel) => restOf(channel) !== restOf(first));
  };

  it("allow no user with another factor to set up a factor", () => {
    fc.assert(
      fc.property(demands, firsts, (demanded, first) => {
        const step = nextStep(
          { identifier: null, proofs: [proof(first)] },
          { offered: [], demands: demanded },
        );
        const holds =
          others(demanded, first).length > 0 ||
          otherChannels(demanded, first).length > 0 ||
          demanded.otherWays ||
          demanded.unreachable;
        expect(step.step === "enrol" && holds).toBe(false);
      }),
    );
  });

  it("admit no user by the second factor alone if the user has another factor", () => {
    fc.assert(
      fc.property(demands, firsts, (demanded, first) => {
        const isSecond = demanded.factors.some((method) => restOf(method) === restOf(first));
        const step = nextStep(
          { identifier: null, proofs: [proof(first)] },
          { offered: [], demands: demanded },
        );
        const more = [...others(demanded, first), ...otherChannels(demanded, first)];
        expect(isSecond && more.length > 0 && step.step === "done").toBe(false);
      }),
    );
  });

  const seconds = fc.constantFrom<SecondMethod>(
    "totp",
    "webauthn",
    "email",
    "sms",
    "recovery_code",
    "password",
  );
  const stepOf = (demanded: Demands, proofs: Proof[]) =>
    nextStep({ identifier: null, proofs }, { offered: [], demands: demanded });

  it("attack: admit a user without a password by two proofs of one channel", () => {
    const both = ["email", "sms"] as const;
    const channel = fc.constantFrom(...both);
    const byMessage = { email: ["EmailOtp", "MagicLink"], sms: ["SmsOtp"] } as const;
    fc.assert(
      fc.property(demands, channel, channel, fc.nat(1), (demanded, one, second, which) => {
        const theirs = { ...demanded, hasPassword: false, factors: [one], channels: [...both] };
        const first = byMessage[one][which % byMessage[one].length]!;
        const step = stepOf(theirs, [proof(first)]);
        expect(step).toMatchObject({ step: "second" });
        const after = stepOf(theirs, [proof(first), proof(second)]);
        const isDone = after.step === "done";
        expect(isDone).toBe(second !== one && asksFor(step, second));
        expect(after.step).not.toBe("enrol");
      }),
    );
  });

  it("admit no user by a second factor of another user", () => {
    fc.assert(
      fc.property(demands, seconds, fc.boolean(), (demanded, method, verified) => {
        const before = stepOf(demanded, [proof("password")]);
        const after = stepOf(demanded, [
          proof("password"),
          { ...proof(method), ...(verified && method === "webauthn" && { verified }) },
        ]);
        const isTheirs =
          demanded.factors.includes(method) || (demanded.channels as string[]).includes(method);
        expect(before.step !== "done" && after.step === "done" && !isTheirs).toBe(false);
      }),
    );
  });

  it("of several users admit each one only by the demands of that user's own step", () => {
    fc.assert(
      fc.property(fc.array(demands, { minLength: 1, maxLength: 4 }), seconds, (several, method) => {
        const before = several.map((each) => stepOf(each, [proof("password")]));
        const shown = together(before);
        expect(shown.step === "second" && shown.methods.includes(method)).toBe(
          before.some((step) => asksFor(step, method)),
        );
        // Like `visit.ts`: stores the proof only for the users whose step demands it.
        several.forEach((each, index) => {
          const asked = asksFor(before[index]!, method);
          const after = stepOf(each, [proof("password"), ...(asked ? [proof(method)] : [])]);
          expect(after.step === "done" && !(asked || before[index]!.step === "done")).toBe(false);
        });
        const closed = before.some(({ step }) => step === "second" || step === "enrol");
        expect(shown.step === "done" && closed, "nobody goes on unseen of whom more is asked").toBe(false);
        const open = before.some(({ step }) => step === "done");
        if (shown.step === "second" || shown.step === "enrol") expect(shown.skippable ?? false).toBe(open);
      }),
    );
  });
});
