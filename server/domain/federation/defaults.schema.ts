/*
 * Default settings of a provider. This module does not import zod, so that a form can show the defaults before the
 * schemas are loaded.
 */

import { namesAt } from "@/server/kernel/user-fields";

/** Placeholder in a filter for the text that the person typed. */
export const IDENTIFIER = "{identifier}";

/** Defaults for every kind: linking of accounts and trust in addresses. */
export const linkingDefaults = {
  trustEmail: false,
  emailDomains: [] as string[],
  linkByEmail: false,
  createPeople: false,
};

export const ldapDefaults = {
  ...linkingDefaults,
  startTls: false,
  caCertificate: "",
  bindDn: "",
  userFilter: `(&(objectClass=person)(|(uid=${IDENTIFIER})(mail=${IDENTIFIER})))`,
  subjectAttribute: "entryUUID",
  attributes: { email: "mail", ...namesAt("ldap") },
  timeoutSeconds: 5,
};

export const samlDefaults = {
  ...linkingDefaults,
  signRequests: false,
  subjectAttribute: "",
  attributes: {
    email: "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
    ...namesAt("saml"),
  },
};

export const oidcDefaults = {
  ...linkingDefaults,
  scopes: "openid email profile",
  teamId: "",
  keyId: "",
  attributes: { email: "email", ...namesAt("oidc") },
};
