import { useExtracted } from "next-intl";

/** Returns a function that describes a scope on the consent page. The function returns custom scopes unchanged. */
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
  // A scope of an API can have any name, such as "constructor".
  return (scope) => (Object.hasOwn(words, scope) ? words[scope]! : scope);
}
