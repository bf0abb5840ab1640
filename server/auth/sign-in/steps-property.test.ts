import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextStep, type Demands, type Proof, type SecondMethod } from "./steps";

const proof = (method: Proof["method"]): Proof => ({ method, at: "2026-03-14T09:26:53.000Z" });

describe("any demands", () => {
  const methods = fc.subarray<SecondMethod>(["totp", "webauthn", "email", "sms", "recovery_code"]);
  const demands = fc.record({
    refusals: fc.constant<string[]>([]),
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
    ...{
      password: "password",
      Ldap: "password",
      EmailOtp: "mailbox",
      MagicLink: "mailbox",
      email: "mailbox",
    },
    ...{ SmsOtp: "phone", sms: "phone", webauthn: "passkey" },
  };
  const restOf = (method: Proof["method"]) => restsOn[method] ?? method;
  const others = ({ factors, hasPassword }: Demands, first: Proof["method"]) =>
    [...factors, ...(hasPassword ? (["password"] as const) : [])].filter(
      (method) => method !== "recovery_code" && restOf(method) !== restOf(first),
    );

  it("let nobody set a factor up who holds another one", () => {
    fc.assert(
      fc.property(demands, firsts, (demanded, first) => {
        const step = nextStep(
          { identifier: null, proofs: [proof(first)] },
          { offered: [], demands: demanded },
        );
        const holds = others(demanded, first).length > 0 || demanded.otherWays || demanded.unreachable;
        expect(step.step === "enrol" && holds).toBe(false);
      }),
    );
  });

  it("let nobody in by their second factor alone who holds another one", () => {
    fc.assert(
      fc.property(demands, firsts, (demanded, first) => {
        const isSecond = demanded.factors.some((method) => restOf(method) === restOf(first));
        const step = nextStep(
          { identifier: null, proofs: [proof(first)] },
          { offered: [], demands: demanded },
        );
        expect(isSecond && others(demanded, first).length > 0 && step.step === "done").toBe(false);
      }),
    );
  });
});
