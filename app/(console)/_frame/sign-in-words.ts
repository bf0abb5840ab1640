import { useExtracted } from "next-intl";
import type { signInMethods } from "@/server/domain/access-rules/kinds.schema";

/** The ways to sign in, as people call them. */
export function useSignInWords(): Record<(typeof signInMethods)[number], string> {
  const t = useExtracted("console");
  return {
    password: t("Password"),
    webauthn: t("Passkey"),
    EmailOtp: t("Code by e-mail"),
    SmsOtp: t("Code by text message"),
    MagicLink: t("Link by e-mail"),
    Ldap: t("Directory password (LDAP)"),
    Saml: "SAML",
    Social: t("Social or OpenID Connect"),
  };
}

/** By what somebody proved who they are, by the codes that sessions and sign-ins have; one without words as it is. */
export function useProofWords(): (method: string) => string {
  const t = useExtracted("console");
  const words: Readonly<Record<string, string>> = {
    ...useSignInWords(),
    totp: t("Authenticator app"),
    email: t("Code by e-mail"),
    sms: t("Code by text message"),
    act_as: t("Acting as them"),
    recovery_code: t("Recovery code"),
  };
  return (method) => words[method] ?? method;
}
