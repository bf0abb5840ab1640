import { useLocale } from "next-intl";
import { userField, type UserField } from "@/server/kernel/user-fields";

/** Returns a function that returns the label of a profile field in the language of the page. */
export function useUserFieldWords(): (name: UserField) => string {
  const locale = useLocale();
  return (name) => userField(name).label[locale];
}
