import type { Demands, Proof } from "@/server/auth/sign-in/steps";

/** Returns a proof by this method. */
export const proof = (method: Proof["method"], more: Partial<Proof> = {}): Proof => ({
  method,
  at: "2026-03-14T09:26:53.000Z",
  ...more,
});
/** Demands of an account without factors and rules. */
export const nothing: Demands = {
  refusals: [],
  exempt: false,
  requireMfa: false,
  factors: [],
  hasPassword: false,
  unreachable: false,
  otherWays: false,
  passkeysElsewhere: [],
  channels: [],
  tier: "low",
  trustedDevice: false,
  mayEnrol: ["totp", "webauthn"],
};
export const password = [proof("password")];
/** A passkey that verified its user. */
export const passkey = [proof("webauthn", { verified: true })];
/** A passkey that did not verify its user. */
export const touchedKey = [proof("webauthn")];
