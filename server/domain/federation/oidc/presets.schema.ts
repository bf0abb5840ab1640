/** The stored issuer of a GitHub provider. GitHub has no discovery document and no ID tokens. */
export const GITHUB_ISSUER = "https://github.com";

export const APPLE_ISSUER = "https://appleid.apple.com";

/**
 * Settings of well-known providers. The form prefills its fields from a preset. If a preset has no label, the page supplies the
 * name.
 */
export const oidcPresets = [
  {
    id: "google",
    label: "Google",
    issuer: "https://accounts.google.com",
    scopes: "openid email profile",
  },
  {
    id: "microsoft",
    label: "Microsoft Entra ID",
    issuer: "https://login.microsoftonline.com/<directory id>/v2.0",
    scopes: "openid email profile",
  },
  {
    id: "github",
    label: "GitHub",
    issuer: GITHUB_ISSUER,
    scopes: "read:user user:email",
  },
  {
    id: "apple",
    label: "Apple",
    issuer: APPLE_ISSUER,
    scopes: "openid email name",
  },
  {
    id: "other",
    label: "",
    issuer: "",
    scopes: "openid email profile",
  },
] as const;
