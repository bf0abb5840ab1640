import { useExtracted } from "next-intl";

interface MethodWords {
  label: string;
  meaning: string;
}

/**
 * Returns a function that returns the label and the description of a sign-in method. A method without texts on this page has
 * only the label from the server.
 */
export function useMethodWords(): (method: { name: string; label: string }) => MethodWords {
  const t = useExtracted("sign-in-methods");
  const known: Record<string, MethodWords> = {
    EmailOtp: {
      label: t("One-time code by e-mail"),
      meaning: t("A one-time code is sent to the person’s e-mail address and typed in."),
    },
    SmsOtp: {
      label: t("One-time code by text message"),
      meaning: t(
        "A one-time code is sent to the person’s telephone and typed in. Weaker than the others: numbers can be taken over.",
      ),
    },
    MagicLink: {
      label: t("Sign-in link by e-mail"),
      meaning: t("A link is sent to the person’s e-mail address; opening it signs them in."),
    },
    Ldap: {
      label: t("Password of an LDAP directory"),
      meaning: t("The person’s password in your LDAP directory, such as Active Directory."),
    },
    Saml: {
      label: t("SAML 2.0 identity provider"),
      meaning: t("Users sign in at your own identity provider with SAML 2.0."),
    },
    Social: {
      label: t("Social or other OpenID Connect provider"),
      meaning: t("An account with another provider, such as Google or Microsoft, by OpenID Connect."),
    },
  };
  return ({ name, label }) => known[name] ?? { label, meaning: "" };
}
