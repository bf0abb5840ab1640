import { useExtracted } from "next-intl";
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
    { label: t("New user…"), path: "/users" },
    { label: t("Import users…"), path: "/users", at: "/users/import" },
    { label: t("Invite someone…"), path: "/invitations" },
    { label: t("Add administrator…"), path: "/administrators", and: "/users" },
    { label: t("New tag…"), path: "/tags" },
    { label: t("New custom field…"), path: "/custom-fields" },
    { label: t("New role…"), path: "/roles" },
    { label: t("New app…"), path: "/apps" },
    { label: t("New access rule…"), path: "/access-rules" },
    { label: t("New identity provider…"), path: "/sign-in-methods", at: "/sign-in-methods/providers/new" },
    { label: t("New API credential…"), path: "/api-access" },
    { label: t("New service account…"), path: "/service-accounts" },
    { label: t("New SCIM token…"), path: "/scim" },
    { label: t("New role sync source…"), path: "/role-sync" },
    { label: t("New webhook…"), path: "/webhooks" },
    { label: t("New document template…"), path: "/documents", at: "/documents/new" },
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

/**
 * Returns the actions in the areas that the administrator may open. Each action is a link that opens a page or a dialog on a
 * page.
 */
export function usePaletteActions({ tenant, has }: Place): PaletteItem[] {
  const ofTenant = useTenantActions();
  const ofPlatform = usePlatformActions();
  const base = tenant === null ? "/platform" : `/${tenant}`;
  return (tenant === null ? ofPlatform : ofTenant)
    .filter(({ path, and }) => has(path) && (and === undefined || has(and)))
    .map(({ label, path, at = `${path}?new=true` }) => ({ id: at, label, href: base + at }));
}
