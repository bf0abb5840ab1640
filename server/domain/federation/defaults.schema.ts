/*
 * What a provider's settings are where nothing else is said. Without zod, so that a form can begin with them before any schema is
 * loaded.
 */

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
  attributes: {
    ...{ email: "mail", name: "displayName", givenName: "givenName", familyName: "sn" },
    ...{ userName: "uid", phone: "telephoneNumber" },
  },
  timeoutSeconds: 5,
};

export const samlDefaults = {
  ...linkingDefaults,
  signRequests: false,
  subjectAttribute: "",
  attributes: {
    email: "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
    name: "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name",
    givenName: "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname",
    familyName: "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname",
    userName: "",
    phone: "",
  },
};

export const oidcDefaults = {
  ...linkingDefaults,
  scopes: "openid email profile",
  teamId: "",
  keyId: "",
  attributes: {
    ...{ email: "email", name: "name", givenName: "given_name", familyName: "family_name" },
    ...{ userName: "preferred_username", phone: "phone_number" },
  },
};
