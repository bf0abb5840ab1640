import { useExtracted } from "next-intl";

/** Returns the label and the hint of each role, and the texts for its assignment. */
export function useRoleWords() {
  const t = useExtracted("administrators");
  return {
    owner: {
      label: t("Owner"),
      hint: t(
        "Owners have full access. They can also choose administrators, approve sign-in methods, export the data and move the storage.",
      ),
      taken: t("Is an owner"),
      became: (name: string) => t("{name} is an owner now.", { name }),
      menu: t("Make an owner…"),
      question: (name: string) => t("Make {name} an owner?", { name }),
      action: t("Make owner"),
    },
    admin: {
      label: t("Admin"),
      hint: t(
        "Admins have full access, except to choose administrators, approve sign-in methods, export the data and move the storage.",
      ),
      taken: t("Is an admin"),
      became: (name: string) => t("{name} is an admin now.", { name }),
      menu: t("Make an admin…"),
      question: (name: string) => t("Make {name} an admin?", { name }),
      action: t("Make admin"),
    },
  };
}
