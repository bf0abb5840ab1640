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
