import { useExtracted } from "next-intl";
import type { CustomField } from "@/server/domain/custom-fields/custom-fields.schema";

/** Returns the name of each type of value. */
export function useTypeWords(): Record<CustomField["fieldType"], string> {
  const t = useExtracted("custom-fields");
  return {
    text: t("Text"),
    number: t("Number"),
    boolean: t("Yes or no"),
    date: t("Date"),
    url: t("Web address"),
    email: t("E-mail address"),
    select: t("Choice from a list"),
  };
}

/** Returns the label and the hint of each visibility. */
export function useVisibilityWords(): Record<CustomField["visibility"], { label: string; hint: string }> {
  const t = useExtracted("custom-fields");
  return {
    user_private: { label: t("The person"), hint: t("The person and administrators see the value.") },
    user_public: { label: t("Everyone"), hint: t("Others in the organization may see the value, too.") },
    admin_only: { label: t("Administrators"), hint: t("The person does not see the value.") },
  };
}
