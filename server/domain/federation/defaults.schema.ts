/*
 * What a provider's settings are where nothing else is said. Without zod, so that a form can begin with them before any schema is
 * loaded.
 */

import { namesAt } from "@/server/kernel/user-fields";

/** What stands for what the person typed, in a filter. */
export const IDENTIFIER = "{identifier}";

/** Of every kind: who it may bring, and what its word counts for. */
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
