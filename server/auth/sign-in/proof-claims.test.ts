import { describe, expect, it } from "vitest";
import { passkey, password, proof, touchedKey } from "@/server/testing/proofs";
import { acrOf, amrOf, factorsIn, type Proof } from "./steps";

describe("the claims of tokens about the proofs", () => {
  it.each([
    [password, ["pwd"], "1fa", 1],
    [[...password, proof("totp")], ["pwd", "otp", "mfa"], "2fa", 2],
    [passkey, ["hwk", "user", "mfa"], "2fa", 2],
    [touchedKey, ["hwk", "user"], "1fa", 1],
    [[proof("EmailOtp"), proof("email")], ["otp"], "1fa", 1],
    [[proof("SmsOtp"), proof("recovery_code")], ["sms", "otp", "mfa"], "2fa", 2],
    [[proof("Ldap"), proof("webauthn")], ["pwd", "hwk", "user", "mfa"], "2fa", 2],
    [[proof("Saml")], [], "1fa", 1],
    [[proof("Social"), proof("totp")], ["otp", "mfa"], "2fa", 2],
  ] as [Proof[], string[], string, number][])("%j", (proofs, amr, acr, count) => {
    expect(amrOf(proofs)).toEqual(amr);
    expect(acrOf(proofs)).toBe(acr);
    expect(factorsIn(proofs)).toBe(count);
  });
});
