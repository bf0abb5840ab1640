/** The sign-in methods by the names that rules and connectors use. */
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
