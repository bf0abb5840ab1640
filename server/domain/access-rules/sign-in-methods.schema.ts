/** The ways to sign in, as rules and connectors name them. */
export const signInMethods = [
  "password",
  "webauthn",
  "EmailOtp",
  "SmsOtp",
  "MagicLink",
  "Ldap",
  "Saml",
  "Social",
] as const;

export type SignInMethod = (typeof signInMethods)[number];
