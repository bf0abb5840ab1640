import { useExtracted } from "next-intl";
import type { SignInMethod } from "@/server/domain/sign-in-methods/sign-in-methods.schema";
import type { ProviderConnector } from "@/server/domain/federation/kinds.schema";
import { useWordTable, wordOf, type WordTable } from "../words/word-table";

/**
 * Returns a function that names a sign-in method or factor. The argument is the code that sessions, sign-ins and rules contain.
 * The function returns unknown codes unchanged.
 */
export function useProofWords(): (method: string) => string {
  const t = useExtracted("console");
  const ways: Record<Exclude<SignInMethod, ProviderConnector>, () => string> = {
    password: () => t("Password"),
    webauthn: () => t("Passkey"),
    EmailOtp: () => t("Code by e-mail"),
    SmsOtp: () => t("Code by text message"),
    MagicLink: () => t("Link by e-mail"),
  };
  const words: WordTable = {
    ...useWordTable("provider-proofs"),
    ...useWordTable("proof-names"),
    ...ways,
    act_as: () => t("Act-as session"),
  };
  return (method) => wordOf(words, method) ?? method;
}
