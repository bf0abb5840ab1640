const meanings: Record<string, string> = {
  EmailOtp: "A one-time code is sent to the person’s e-mail address and typed in.",
  SmsOtp:
    "A one-time code is sent to the person’s telephone and typed in. Weaker than the others: numbers can be taken over.",
  MagicLink: "A link is sent to the person’s e-mail address; opening it signs them in.",
  Ldap: "The person’s password in your LDAP directory, such as Active Directory.",
  Saml: "Your own identity provider vouches for the person, by SAML 2.0.",
  Social: "An account with another provider, such as Google or Microsoft, by OpenID Connect.",
};

/** What a connector does, in an administrator's words; nothing where a newer server has one that this page does not know. */
export const methodMeaning = (name: string) => meanings[name] ?? "";
