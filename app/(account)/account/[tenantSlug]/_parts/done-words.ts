import { useExtracted } from "next-intl";
import type { Done } from "@/server/auth/account/forms";

/** Returns a function that returns the confirmation text of an account form. */
export function useDoneWords(): (done: Done) => string {
  const t = useExtracted("hosted");
  const words: Record<Done["what"], (count: number) => string> = {
    profile: () => t("Your profile is saved."),
    password: (count) =>
      t(
        "Your password is changed. {count, plural, =0 {You were not signed in anywhere else.} one {One other session has ended.} other {# other sessions have ended.}}",
        { count },
      ),
    "email-asked": () =>
      t("We sent an e-mail to the new address. The change takes effect when you open the link in it."),
    "verification-sent": () =>
      t("We sent an e-mail to your address. Open the link in it to confirm that the address is yours."),
    "verified-already": () => t("Your address is confirmed already."),
    phone: () => t("Your phone number is saved."),
    "phone-code-sent": () =>
      t("We sent a code to the new number. The number takes effect when you enter the code here."),
    "phone-removed": () => t("Your phone number is removed."),
    notifications: () => t("Your choice is saved."),
    session: () => t("The session has ended."),
    "other-sessions": (count) =>
      t(
        "{count, plural, =0 {You were not signed in anywhere else.} one {One other session has ended.} other {# other sessions have ended.}}",
        { count },
      ),
    device: () => t("The device is forgotten."),
    app: () => t("The app has no access any more."),
    passkey: () => t("Your passkey is added."),
    "factor-code-sent": () => t("We sent a code. Enter it here."),
    factor: () => t("The factor was removed."),
    agreed: () => t("You agreed to the request."),
    "not-agreed": () => t("You declined the request."),
    "act-as": () => t("This access has ended."),
  };
  return ({ what, count = 0 }) => words[what](count);
}
