import { useExtracted } from "next-intl";

/** What a scope lets an app do, as the person who is asked reads it; a scope of an app's own as it is called. */
export function useScopeWords(): (scope: string) => string {
  const t = useExtracted("hosted");
  const words: Record<string, string> = {
    openid: t("Know who you are"),
    profile: t("See your name"),
    email: t("See your e-mail address"),
    phone: t("See your phone number"),
    roles: t("See your roles"),
    offline_access: t("Keep access while you are not using it"),
  };
  return (scope) => words[scope] ?? scope;
}
