import { useExtracted } from "next-intl";
import type { SignInMethod } from "@/server/domain/sign-in-methods/sign-in-methods.schema";
import { useWordTable, wordOf, type WordTable } from "../words/word-table";

/**
 * Returns a function that names a sign-in method or factor. The argument is the code that sessions, sign-ins and rules contain.
 * The function returns unknown codes unchanged.
 */
export function useProofWords(): (method: string) => string {
  const t = useExtracted("console");
  const ways: Record<SignInMethod, () => string> = {
    password: () => t("Password"),
    webauthn: () => t("Passkey"),
    EmailOtp: () => t("Code by e-mail"),
    SmsOtp: () => t("Code by text message"),
    MagicLink: () => t("Link by e-mail"),
    Ldap: () => t("Directory password (LDAP)"),
    Saml: () => "SAML",
    Social: () => t("Social or OpenID Connect"),
  };
  const words: WordTable = { ...useWordTable("proof-names"), ...ways, act_as: () => t("Act-as session") };
  return (method) => wordOf(words, method) ?? method;
}
