import { useExtracted } from "next-intl";
import type { UserTabPath } from "./user-tabs";

/** Returns the labels of a user's tabs. */
export function useTabNames(): Record<UserTabPath, string> {
  const t = useExtracted("users");
  return {
    "": t("Overview"),
    "/roles": t("Roles"),
    "/tags": t("Tags"),
    "/fields": t("Custom fields"),
    "/sessions": t("Sessions"),
    "/devices": t("Devices"),
    "/apps": t("Connected apps"),
    "/risk": t("Risk"),
    "/rules": t("Access rules"),
    "/activity": t("Activity"),
  };
}
