import type { SignInOptions } from "@/server/kernel/settings";

/** The sign-in options in an administrator's words. */
export const optionWords: Record<keyof SignInOptions, { label: string; hint: string }> = {
  webAuthnEnabled: {
    label: "Passkeys and security keys",
    hint: "People can register the lock of their telephone or computer, or a security key.",
  },
  webAuthnAllowAsAuthentication: {
    label: "Sign in with a passkey alone",
    hint: "A passkey instead of a password.",
  },
  webAuthnAllowAsMfa: {
    label: "Passkey as the second factor",
    hint: "After the password, in place of a code.",
  },
  deviceFlowEnabled: {
    label: "Sign in on devices without a browser",
    hint: "A television or command line shows a code, which the person confirms on another device (device flow).",
  },
  magicLinkCrossDeviceEnabled: {
    label: "Open sign-in links on another device",
    hint: "A link asked for on a computer can be opened on the telephone. Without it, only the browser that asked can use the link.",
  },
};
