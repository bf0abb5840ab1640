import { describe, expect, it } from "vitest";
import { nothing, password, proof } from "@/server/testing/proofs";
import { nextStep, type Demands, type Proof, type Step, signInTexts } from "./steps";

const after: [string, Proof[], Partial<Demands>, Step][] = [
  ["medium risk", password, { tier: "medium", channels: ["email"] }, { step: "done" }],
  [
    "high risk, a factor",
    password,
    { tier: "high", factors: ["totp"], channels: ["email"] },
    { step: "second", methods: ["totp"], because: "risk" },
  ],
  [
    "high risk, channels",
    password,
    { tier: "high", channels: ["email", "sms"] },
    { step: "second", methods: ["email", "sms"], because: "risk" },
  ],
  [
    "high risk, the mailbox was the first factor",
    [proof("MagicLink")],
    { tier: "high", channels: ["email"] },
    { step: "done" },
  ],
  [
    "high risk, the mailbox was the first factor, a phone",
    [proof("EmailOtp")],
    { tier: "high", channels: ["email", "sms"] },
    { step: "second", methods: ["sms"], because: "risk" },
  ],
  ["high risk and no way to ask", password, { tier: "high" }, { step: "done" }],
  [
    "critical risk and no way to ask",
    password,
    { tier: "critical" },
    { step: "refused", why: [signInTexts.no_second_factor()] },
  ],
  [
    "critical risk of an owner and no way to ask",
    password,
    { tier: "critical", exempt: true },
    { step: "done" },
  ],
  [
    "critical risk, a channel",
    password,
    { tier: "critical", channels: ["email"] },
    { step: "second", methods: ["email"], because: "risk" },
  ],
  [
    "critical risk after two factors",
    [...password, proof("email")],
    { tier: "critical", channels: ["email"] },
    { step: "done" },
  ],
  ["not scored", password, { tier: null }, { step: "done" }],
];

describe("the next step", () => {
  it.each(after)("when %s", (_name, proofs, demands, step) => {
    const context = { offered: ["password" as const], demands: { ...nothing, ...demands } };
    expect(nextStep({ identifier: "ann", proofs }, context)).toEqual(step);
  });
});
