import { useExtracted } from "next-intl";
import type { TagPolicy } from "@/server/domain/tags/policies.schema";

/** Returns the names of the policies of tags. */
export function usePolicyWords(): Record<TagPolicy, () => string> {
  const t = useExtracted("console");
  return {
    requireMfa: () => t("Must use a second factor"),
    allowRememberMe: () => t("May stay signed in"),
    allowMagicLink: () => t("May sign in with an e-mail link"),
    allowSelfServiceProfile: () => t("May change their own profile"),
    allowActAs: () => t("Administrators may act as them"),
    requireDeviceApproval: () => t("May only use approved devices"),
  };
}

/** Returns the effect of each policy on the restricted users. The texts refer to the users as "they". */
export function useLossWords(): Record<TagPolicy, string> {
  const t = useExtracted("console");
  return {
    requireMfa: t("They must use a second factor from their next sign-in on."),
    allowRememberMe: t("They cannot stay signed in any more."),
    allowMagicLink: t("They can no longer sign in with an e-mail link."),
    allowSelfServiceProfile: t("They cannot change their own profile any more."),
    allowActAs: t("Administrators cannot act as them any more."),
    requireDeviceApproval: t("Each of their new devices needs an approval."),
  };
}
