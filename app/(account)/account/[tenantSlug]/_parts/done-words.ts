import { useExtracted } from "next-intl";
import type { Done } from "@/server/auth/account/forms";

/** Returns the confirmation text for each form of the account page. */
export function useDoneWords(): (done: Done) => string {
  const t = useExtracted("hosted");
  return ({ what, count = 0 }) => {
    switch (what) {
      case "profile":
        return t("Your profile is saved.");
      case "password":
        return t(
          "Your password is changed. {count, plural, =0 {You were signed in nowhere else.} one {One other session has ended.} other {# other sessions have ended.}}",
          { count },
        );
      case "email-asked":
        return t("A mail is on its way to the new address. The change takes effect when you use its link.");
      case "verification-sent":
        return t("A mail is on its way to your address. Use its link to confirm that it is yours.");
      case "verified-already":
        return t("Your address is confirmed already.");
      case "phone":
        return t("Your phone number is saved.");
      case "phone-code-sent":
        return t("A code is on its way to the new number. The number counts once you have typed it here.");
      case "phone-removed":
        return t("Your phone number is removed.");
      case "notifications":
        return t("Your choice is saved.");
      case "session":
        return t("The session has ended.");
      case "other-sessions":
        return t(
          "{count, plural, =0 {You were signed in nowhere else.} one {One other session has ended.} other {# other sessions have ended.}}",
          { count },
        );
      case "device":
        return t("The device is forgotten.");
      case "app":
        return t("The app has no access any more.");
      case "passkey":
        return t("Your passkey is added.");
      case "factor-code-sent":
        return t("A code is on its way. Type it here.");
      case "factor":
        return t("It is removed.");
      case "agreed":
        return t("You agreed.");
      case "not-agreed":
        return t("You did not agree.");
      case "act-as":
        return t("It has ended.");
    }
  };
}
