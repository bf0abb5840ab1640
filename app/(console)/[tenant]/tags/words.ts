import { useExtracted } from "next-intl";
import type { TagPolicy } from "@/server/domain/tags/policies.schema";

/** Returns the effect of each policy on people with the tag. The texts refer to the people as "they". */
export function usePolicyHints(): Record<TagPolicy, string> {
  const t = useExtracted("tags");
  return {
    requireMfa: t("A password alone is not enough. A code or a security key is also required."),
    allowRememberMe: t("The sign-in page offers to remember them on their device."),
    allowMagicLink: t("Anyone who can read their e-mail can sign in without a password."),
    allowSelfServiceProfile: t(
      "They can change their name and the fields that they can see. They need no administrator for this.",
    ),
    allowActAs: t(
      "For support. An administrator sees the same as the user. Each such sign-in is recorded in the audit log.",
    ),
    requireDeviceApproval: t("An administrator must approve each new device before it can be used."),
  };
}

/** Returns the effect of undoing a policy on people with the tag. The texts refer to the people as "they". */
export function useGainWords(): Record<TagPolicy, string> {
  const t = useExtracted("tags");
  return {
    requireMfa: t(
      "The tag no longer requires a second factor from them. If nothing else requires one, a password is enough.",
    ),
    allowRememberMe: t("They can stay signed in on their devices, as long as the organization allows it."),
    allowMagicLink: t("They can sign in with an e-mail link in apps that offer it."),
    allowSelfServiceProfile: t("They can change their own profile."),
    allowActAs: t("Administrators can act as them, where the organization allows it."),
    requireDeviceApproval: t("Their new devices need no approval."),
  };
}
