import { useExtracted } from "next-intl";
import type { SignInMethod } from "@/server/domain/sign-in-methods/sign-in-methods.schema";
import type { ProviderConnector } from "@/server/domain/federation/kinds.schema";
import type { SignInOptions } from "@/server/kernel/settings";
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

/** Returns the labels of sign-in outcomes. */
export function useOutcomeWords() {
  const t = useExtracted("console");
  return {
    succeeded: t("Signed in"),
    failed: t("Failed"),
    refused: t("Refused"),
    stepped_up: t("Second factor requested"),
  };
}

/** Returns the labels and hints of the sign-in options. */
export function useOptionWords(): Record<keyof SignInOptions, { label: string; hint: string }> {
  const t = useExtracted("console");
  return {
    webAuthnEnabled: {
      label: t("Passkeys and security keys"),
      hint: t("Users can register the screen lock of their phone or computer, or a security key."),
    },
    webAuthnAllowAsAuthentication: {
      label: t("Sign in with a passkey alone"),
      hint: t("A passkey instead of a password."),
    },
    webAuthnAllowAsMfa: {
      label: t("Passkey as the second factor"),
      hint: t("After the password, in place of a code. A passkey of an administrator always counts."),
    },
    deviceFlowEnabled: {
      label: t("Sign in on devices without a browser"),
      hint: t(
        "A television or command line shows a code. The user confirms it on another device (device flow).",
      ),
    },
    magicLinkCrossDeviceEnabled: {
      label: t("Open sign-in links on another device"),
      hint: t(
        "A link requested on a computer can be opened on a phone. If off, only the browser that requested the link can use it.",
      ),
    },
  };
}
