import { useExtracted } from "next-intl";
import type { SignInOptions } from "@/server/kernel/settings";

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
