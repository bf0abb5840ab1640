import { useExtracted } from "next-intl";
import type { Done } from "@/server/auth/account/forms";

/** Returns the confirmation text for each form of the account page. */
export function useDoneWords(): (done: Done) => string {
  const t = useExtracted("hosted");
  const words: Record<Done["what"], (count: number) => string> = {
    profile: () => t("Your profile is saved."),
    password: (count) =>
      t(
        "Your password is changed. {count, plural, =0 {You were signed in nowhere else.} one {One other session has ended.} other {# other sessions have ended.}}",
        { count },
      ),
    "email-asked": () =>
      t("A mail is on its way to the new address. The change takes effect when you use its link."),
    "verification-sent": () =>
      t("A mail is on its way to your address. Use its link to confirm that it is yours."),
    "verified-already": () => t("Your address is confirmed already."),
    phone: () => t("Your phone number is saved."),
    "phone-code-sent": () =>
      t("A code is on its way to the new number. The number counts once you have typed it here."),
    "phone-removed": () => t("Your phone number is removed."),
    notifications: () => t("Your choice is saved."),
    session: () => t("The session has ended."),
    "other-sessions": (count) =>
      t(
        "{count, plural, =0 {You were signed in nowhere else.} one {One other session has ended.} other {# other sessions have ended.}}",
        { count },
      ),
    device: () => t("The device is forgotten."),
    app: () => t("The app has no access any more."),
    passkey: () => t("Your passkey is added."),
    "factor-code-sent": () => t("A code is on its way. Type it here."),
    factor: () => t("It is removed."),
    agreed: () => t("You agreed."),
    "not-agreed": () => t("You did not agree."),
    "act-as": () => t("It has ended."),
  };
  return ({ what, count = 0 }) => words[what](count);
}
