/*
 * Default settings of an identity provider. This module does not import zod. A form can therefore show the defaults before the
 * schemas are loaded.
 */

import { namesAt } from "@/server/kernel/user-fields";

/** Placeholder in an LDAP filter for the identifier that the user typed. */
export const IDENTIFIER = "{identifier}";

/**
 * Default settings for linking accounts, for trust in addresses and for updates of profiles. The defaults apply to every kind of
 * provider.
 */
export const linkingDefaults = {
  trustEmail: false,
  emailDomains: [] as string[],
  linkByEmail: false,
  createPeople: false,
  updateProfile: true,
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
