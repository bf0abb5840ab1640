/** The names of the sign-in methods in access rules and connectors. */
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
