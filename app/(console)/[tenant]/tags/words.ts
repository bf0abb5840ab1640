import { useExtracted } from "next-intl";
import type { TagPolicy } from "@/server/domain/tags/policies.schema";

/** Returns the effect of each policy on the people with the tag. */
export function usePolicyHints(): Record<TagPolicy, string> {
  const t = useExtracted("tags");
  return {
    requireMfa: t("A password alone is not enough: a code or a security key is asked for, too."),
    allowRememberMe: t("The sign-in page offers to remember them on their device."),
    allowMagicLink: t("Whoever reads their mail can sign in, without a password."),
    allowSelfServiceProfile: t("Their name and the fields that they can see, without an administrator."),
    allowActAs: t("For support: an administrator sees what they see. Each such sign-in is in the audit log."),
    requireDeviceApproval: t("An administrator approves each new device before it is let in."),
  };
}

/** Returns the effect of removing a restriction, as a sentence about the people. */
export function useGainWords(): Record<TagPolicy, string> {
  const t = useExtracted("tags");
  return {
    requireMfa: t(
      "The tag no longer makes them use a second factor: where nothing else asks for it, a password is enough.",
    ),
    allowRememberMe: t("They can stay signed in on their devices, as long as the organization allows it."),
    allowMagicLink: t("They can sign in by a link sent by e-mail, where an app offers it."),
    allowSelfServiceProfile: t("They can change their own profile."),
    allowActAs: t("Administrators can act as them, where the organization allows it."),
    requireDeviceApproval: t("New devices of theirs are let in without an approval."),
  };
}
