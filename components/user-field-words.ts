import { useExtracted } from "next-intl";
import type { UserField } from "@/server/kernel/user-fields";

/** Returns the labels of the profile fields. Each is translated on use. */
export function useUserFieldWords(): Record<UserField, () => string> {
  const t = useExtracted("shared");
  return {
    name: () => t("Name"),
    givenName: () => t("Given name"),
    familyName: () => t("Family name"),
    userName: () => t("User name"),
    phone: () => t("Phone"),
  };
}
