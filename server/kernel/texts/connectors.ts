import { defineTexts } from "./define";

/** Labels of the sign-in connectors. */
export const connectorTexts = defineTexts("connector_label", {
  email_otp: "One-time code by e-mail",
  sms_otp: "One-time code by text message",
  magic_link: "Sign-in link by e-mail",
  ldap: "Password of an LDAP directory",
  saml: "SAML 2.0 identity provider",
  social: "Social or other OpenID Connect provider",
});
