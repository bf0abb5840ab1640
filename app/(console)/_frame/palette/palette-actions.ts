import { useExtracted } from "next-intl";
import { useTheme } from "next-themes";
import type { PaletteItem } from "@/components/shell/command-palette";

/** Workspace that the palette searches: an organization or the platform. */
export interface Place {
  /** Slug of the tenant. Null on the platform. */
  tenant: string | null;
  /** Returns true if the administrator may open the area with this path. */
  has: (path: string) => boolean;
}

/** Action that the administrator can start from the palette. */
interface Action {
  label: string;
  /** Other words for the action. */
  also?: string;
  /** Path of the area that contains the action. */
  path: string;
  /** Path of the page that starts the action. Absent if the action is a dialog on the page of the area. */
  at?: string;
  /** Path of a second area that the administrator must be allowed to open. */
  and?: string;
}

function useTenantActions(): Action[] {
  const t = useExtracted("console");
  return [
    { label: t("New user…"), path: "/users", also: t("add create user person account") },
    { label: t("Import users…"), path: "/users", at: "/users/import", also: t("csv upload bulk") },
    { label: t("Invite someone…"), path: "/invitations", also: t("add user invitation") },
    { label: t("Add administrator…"), path: "/administrators", and: "/users", also: t("new admin owner") },
    { label: t("New tag…"), path: "/tags", also: t("add create label group") },
    { label: t("New custom field…"), path: "/custom-fields" },
    { label: t("New role…"), path: "/roles", also: t("add create group permission") },
    { label: t("New app…"), path: "/apps", also: t("add register application client") },
    { label: t("New API…"), path: "/apis", also: t("add create resource server audience") },
    { label: t("New access rule…"), path: "/access-rules", also: t("block country address") },
    {
      label: t("New identity provider…"),
      path: "/sign-in-methods",
      at: "/sign-in-methods/providers/new",
      also: t("add sso saml oidc ldap google microsoft"),
    },
    { label: t("New API credential…"), path: "/api-access", also: t("add create api key token") },
    { label: t("New service account…"), path: "/service-accounts" },
    { label: t("New SCIM token…"), path: "/scim" },
    { label: t("New role sync source…"), path: "/role-sync" },
    { label: t("New webhook…"), path: "/webhooks" },
    { label: t("New document template…"), path: "/documents", at: "/documents/new" },
    { label: t("MFA resets"), path: "/security", at: "/security/mfa-resets", also: t("2fa factor reset") },
    { label: t("Alerts"), path: "/security", at: "/security/alerts" },
    {
      label: t("Credential health"),
      path: "/security",
      at: "/security/credentials",
      also: t("weak old passwords"),
    },
    { label: t("Provisioning log"), path: "/scim", at: "/scim/log", also: t("scim errors") },
  ];
}

function usePlatformActions(): Action[] {
  const t = useExtracted("console");
  return [
    { label: t("New organization…"), path: "/tenants" },
    { label: t("New platform credential…"), path: "/api-access" },
    { label: t("Add platform administrator…"), path: "/administrators" },
  ];
}

/** Returns the actions that are independent of areas: appearance, documentation and sign-out. */
function useGeneralActions(tenant: string | null, onSignOut: () => void): PaletteItem[] {
  const t = useExtracted("console");
  const { setTheme } = useTheme();
  const base = tenant === null ? "/platform" : `/${tenant}`;
  return [
    {
      id: "dark",
      label: t("Use the dark theme"),
      also: t("mode appearance night"),
      run: () => setTheme("dark"),
    },
    {
      id: "light",
      label: t("Use the light theme"),
      also: t("mode appearance day"),
      run: () => setTheme("light"),
    },
    {
      id: "system",
      label: t("Use the theme of the system"),
      also: t("mode appearance"),
      run: () => setTheme("system"),
    },
    {
      id: "account",
      label: t("Your account"),
      also: t("profile password language"),
      href: `${base}/account`,
    },
    {
      id: "docs",
      label: t("API reference"),
      also: t("docs documentation help openapi rest"),
      href: "/docs/api",
    },
    { id: "sign-out", label: t("Sign out"), also: t("log off logout leave"), run: onSignOut },
  ];
}

/**
 * Returns the actions in the areas that the administrator may open. Each action is a link that opens a page or a dialog on a
 * page. The general actions follow.
 */
export function usePaletteActions({ tenant, has }: Place, onSignOut: () => void): PaletteItem[] {
  const general = useGeneralActions(tenant, onSignOut);
  const ofTenant = useTenantActions();
  const ofPlatform = usePlatformActions();
  const base = tenant === null ? "/platform" : `/${tenant}`;
  const inAreas = (tenant === null ? ofPlatform : ofTenant)
    .filter(({ path, and }) => has(path) && (and === undefined || has(and)))
    .map(({ label, also, path, at = `${path}?new=true` }) => ({ id: at, label, also, href: base + at }));
  return [...inAreas, ...general];
}
