import { useExtracted } from "next-intl";
import type { TagPolicy } from "@/server/domain/tags/tags.schema";

/** What each policy of a tag means for the people who have it. */
export function usePolicyWords(): Record<TagPolicy, { label: string; hint: string }> {
  const t = useExtracted("tags");
  return {
    requireMfa: {
      label: t("Must use a second factor"),
      hint: t("A password alone is not enough: a code or a security key is asked for, too."),
    },
    allowRememberMe: {
      label: t("May stay signed in"),
      hint: t("The sign-in page offers to remember them on their device."),
    },
    allowMagicLink: {
      label: t("May sign in by a link sent by e-mail"),
      hint: t("Whoever reads their mail can sign in, without a password."),
    },
    allowSelfServiceProfile: {
      label: t("May change their own profile"),
      hint: t("Their name and the fields that they can see, without an administrator."),
    },
    allowActAs: {
      label: t("May be acted as by administrators"),
      hint: t("For support: an administrator sees what they see. Each such sign-in is in the audit log."),
    },
    requireDeviceApproval: {
      label: t("May only use approved devices"),
      hint: t("An administrator approves each new device before it is let in."),
    },
  };
}
