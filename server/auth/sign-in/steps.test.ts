import { describe, expect, it } from "vitest";
import { nothing, passkey, password, proof, touchedKey } from "@/server/testing/proofs";
import { nextStep, together, type Demands, type Proof, type Step } from "./steps";
import { ruleTexts } from "../../domain/access-rules/wording.schema";

const byRule = ruleTexts.place_denied({ place: "FR" });

const after: [string, Proof[], Partial<Demands>, Step][] = [
  ["nothing is demanded", password, {}, { step: "done" }],
  ["a rule refuses", password, { refusals: [byRule] }, { step: "refused", why: [byRule] }],
  ["a rule refuses an owner", password, { refusals: [byRule], exempt: true }, { step: "done" }],
  [
    "a refused person is not asked for more",
    password,
    { refusals: [byRule], factors: ["totp"] },
    { step: "refused", why: [byRule] },
  ],
  [
    "a factor is enrolled",
    password,
    { factors: ["totp"] },
    { step: "second", methods: ["totp"], because: "factor" },
  ],
  [
    "an owner's factor counts",
    password,
    { factors: ["totp"], exempt: true },
    { step: "second", methods: ["totp"], because: "factor" },
  ],
  [
    "recovery codes stand beside a factor",
    password,
    { factors: ["totp", "recovery_code"] },
    { step: "second", methods: ["totp", "recovery_code"], because: "factor" },
  ],
  ["recovery codes alone are none", password, { factors: ["recovery_code"] }, { step: "done" }],
  [
    "a passkey of another host is demanded, not passed over",
    password,
    { requireMfa: true, passkeysElsewhere: ["a.example"] },
    { step: "second", methods: [], because: "factor", passkeysAt: ["a.example"] },
  ],
  [
    "one of this host makes the other one unimportant",
    password,
    { factors: ["webauthn"], passkeysElsewhere: ["a.example"] },
    { step: "second", methods: ["webauthn"], because: "factor" },
  ],
  [
    "a passkey that was used stands for the other, too",
    [proof("webauthn")],
    { passkeysElsewhere: ["a.example"] },
    { step: "done" },
  ],
  ["a factor was proved", [...password, proof("totp")], { factors: ["totp"] }, { step: "done" }],
  [
    "a recovery code was used",
    [...password, proof("recovery_code", { factorId: 7 })],
    { factors: ["totp"] },
    { step: "done" },
  ],
  [
    "a factor was proved that is none of theirs",
    [...password, proof("email"), proof("webauthn", { verified: true })],
    { factors: ["totp"], channels: ["email"] },
    { step: "second", methods: ["totp"], because: "factor" },
  ],
  ["the device is trusted", password, { factors: ["totp"], trustedDevice: true }, { step: "done" }],
  [
    "the device is trusted and MFA demanded",
    password,
    { requireMfa: true, factors: ["totp"], trustedDevice: true },
    { step: "done" },
  ],
  [
    "a trusted device looks risky",
    password,
    { factors: ["totp"], trustedDevice: true, tier: "high" },
    { step: "second", methods: ["totp"], because: "risk" },
  ],
  [
    "MFA is demanded and there is none",
    password,
    { requireMfa: true },
    { step: "enrol", methods: ["totp", "webauthn"] },
  ],
  [
    "MFA is demanded of an owner",
    password,
    { requireMfa: true, exempt: true },
    { step: "enrol", methods: ["totp", "webauthn"] },
  ],
  [
    "MFA is demanded, passkeys are off",
    password,
    { requireMfa: true, mayEnrol: ["totp"] },
    { step: "enrol", methods: ["totp"] },
  ],
  [
    "codes by mail and text message are enrolled",
    password,
    { factors: ["email", "sms"] },
    { step: "second", methods: ["email", "sms"], because: "factor" },
  ],
  [
    "codes by mail are enrolled, and the mailbox was the first factor",
    [proof("MagicLink")],
    { factors: ["email"] },
    { step: "done" },
  ],
  [
    "the mailbox is the second factor and the first, and there is a password",
    [proof("MagicLink")],
    { factors: ["email", "recovery_code"], hasPassword: true },
    { step: "second", methods: ["password"], because: "factor" },
  ],
  [
    "the same on a trusted device, which stands for the mailbox",
    [proof("EmailOtp")],
    { factors: ["email"], hasPassword: true, trustedDevice: true },
    { step: "second", methods: ["password"], because: "factor" },
  ],
  [
    "the phone is the second factor and the first, and an account elsewhere is the other factor",
    [proof("SmsOtp")],
    { factors: ["sms"], otherWays: true },
    { step: "second", methods: [], because: "factor" },
  ],
  [
    "the mailbox is the second factor and the first of a user without a password, and there is a phone",
    [proof("EmailOtp")],
    { factors: ["email"], channels: ["email", "sms"] },
    { step: "second", methods: ["sms"], because: "factor" },
  ],
  [
    "the phone was proved beside it",
    [proof("EmailOtp"), proof("sms")],
    { requireMfa: true, factors: ["email"], channels: ["email", "sms"] },
    { step: "done" },
  ],
  [
    "the phone was proved, but an authenticator app is enrolled since",
    [proof("EmailOtp"), proof("sms")],
    { factors: ["email", "totp"], channels: ["email", "sms"] },
    { step: "second", methods: ["totp"], because: "factor" },
  ],
  [
    "MFA is demanded after a phone, and there is a mailbox",
    [proof("SmsOtp")],
    { requireMfa: true, channels: ["email", "sms"] },
    { step: "second", methods: ["email"], because: "factor" },
  ],
  [
    "MFA is demanded after a mailbox, and there is a password",
    [proof("EmailOtp")],
    { requireMfa: true, hasPassword: true },
    { step: "second", methods: ["password"], because: "factor" },
  ],
  [
    "MFA is demanded after an identity from outside, and there is a password",
    [proof("Saml")],
    { requireMfa: true, hasPassword: true },
    { step: "second", methods: ["password"], because: "factor" },
  ],
  [
    "MFA is demanded after a directory's password, which is none of ours beside it",
    [proof("Ldap")],
    { requireMfa: true, hasPassword: true },
    { step: "enrol", methods: ["totp", "webauthn"] },
  ],
  [
    "MFA is demanded, and a passkey is held that is good as the first factor only",
    password,
    { requireMfa: true, otherWays: true },
    { step: "second", methods: [], because: "factor" },
  ],
  [
    "a factor's codes can be sent nowhere",
    password,
    { unreachable: true, factors: ["recovery_code"] },
    { step: "second", methods: ["recovery_code"], because: "factor" },
  ],
  [
    "the password was asked for beside the mailbox",
    [proof("EmailOtp"), proof("password")],
    { requireMfa: true, factors: ["email"], hasPassword: true },
    { step: "done" },
  ],
  [
    "the same where MFA is demanded",
    [proof("EmailOtp")],
    { requireMfa: true, factors: ["email"], mayEnrol: ["totp", "email"] },
    { step: "enrol", methods: ["totp"] },
  ],
  [
    "a code by mail was the second factor",
    [...password, proof("email")],
    { requireMfa: true, factors: ["email"] },
    { step: "done" },
  ],
  [
    "MFA is demanded, and codes by mail may be set up",
    password,
    { requireMfa: true, mayEnrol: ["totp", "email"] },
    { step: "enrol", methods: ["totp", "email"] },
  ],
  [
    "MFA is demanded; a channel alone is no factor that stays",
    password,
    { requireMfa: true, channels: ["email"] },
    { step: "enrol", methods: ["totp", "webauthn"] },
  ],
  [
    "MFA is demanded and risky: first the channel",
    password,
    { requireMfa: true, channels: ["email"], tier: "high" },
    { step: "second", methods: ["email"], because: "risk" },
  ],
  [
    "a passkey that checks the person is both",
    passkey,
    { requireMfa: true, factors: ["webauthn"] },
    { step: "done" },
  ],
  [
    "a passkey that does not is one",
    touchedKey,
    { factors: ["webauthn", "totp"] },
    { step: "second", methods: ["totp"], because: "factor" },
  ],
  [
    "the same passkey is no second factor",
    touchedKey,
    { requireMfa: true, factors: ["webauthn"] },
    { step: "enrol", methods: ["totp"] },
  ],
  [
    "an identity from outside with a factor of ours",
    [proof("Saml")],
    { factors: ["totp"] },
    { step: "second", methods: ["totp"], because: "factor" },
  ],
];

describe("the next step", () => {
  it.each(after)("when %s", (_name, proofs, demands, step) => {
    const context = { offered: ["password" as const], demands: { ...nothing, ...demands } };
    expect(nextStep({ identifier: "ann", proofs }, context)).toEqual(step);
  });

  it("demands the identifier only if a message must be sent, and is the same for every visitor", () => {
    const unknown = (identifier: string | null, offered: ("password" | "EmailOtp" | "webauthn")[]) =>
      nextStep({ identifier, proofs: [] }, { offered, demands: null });
    expect(unknown(null, ["password"])).toEqual({ step: "first", methods: ["password"] });
    expect(unknown(null, ["password", "webauthn"]).step).toBe("first");
    expect(unknown(null, ["password", "EmailOtp"])).toEqual({
      step: "identify",
      methods: ["password", "EmailOtp"],
    });
    expect(unknown("ann", ["password", "EmailOtp"]).step).toBe("first");
  });
});

describe("several users with one address", () => {
  const second: Step = { step: "second", methods: ["totp"], because: "factor" };
  const enrol: Step = { step: "enrol", methods: ["totp"] };
  const refused: Step = { step: "refused", why: [byRule] };
  const done: Step = { step: "done" };
  it.each([
    [[done, refused], done],
    [[refused, refused], { step: "refused", why: [byRule, byRule] }],
    [[second, done], { ...second, skippable: true }],
    [[second, refused], second],
    [
      [second, { step: "second", methods: ["webauthn", "totp"], because: "risk" }],
      { ...second, methods: ["totp", "webauthn"] },
    ],
    [[enrol, done], { ...enrol, skippable: true }],
    [[second, enrol], second],
    [[enrol, refused], enrol],
    [[], { step: "refused", why: [] }],
  ] as [Step[], Step][])("%j → %j", (steps, step) => expect(together(steps)).toEqual(step));
});
