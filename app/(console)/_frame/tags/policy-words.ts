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
