/** GitHub has no discovery and no ID tokens; this address stands for it. */
export const GITHUB_ISSUER = "https://github.com";

/** Well-known providers: what the form is filled with when one is chosen. */
export const oidcPresets = [
  {
    id: "google",
    label: "Google",
    issuer: "https://accounts.google.com",
    scopes: "openid email profile",
    hint: "Create an OAuth client of type “Web application” in the Google Cloud console.",
  },
  {
    id: "microsoft",
    label: "Microsoft Entra ID",
    issuer: "https://login.microsoftonline.com/<directory id>/v2.0",
    scopes: "openid email profile",
    hint: "Put your directory (tenant) ID into the issuer. Entra does not say whether an address is proven.",
  },
  {
    id: "github",
    label: "GitHub",
    issuer: GITHUB_ISSUER,
    scopes: "read:user user:email",
    hint: "GitHub speaks OAuth 2.0: the account and its proven address are read from its interface.",
  },
  {
    id: "other",
    label: "Another provider",
    issuer: "",
    scopes: "openid email profile",
    hint: "Any issuer with OpenID Connect Discovery: Okta, Auth0, Keycloak, Google Workspace, another Castellan.",
  },
] as const;
