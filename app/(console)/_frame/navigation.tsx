import type { Capability } from "@/server/kernel/capabilities";
import { platformAreas, tenantAreas } from "./areas";

/** The areas that these capabilities open, grouped as the sidebar shows them. */
export function navigationFor(tenant: string | null, may: (capability: Capability) => boolean) {
  const base = tenant === null ? "/platform" : `/${tenant}`;
  return (tenant === null ? platformAreas : tenantAreas)
    .map(({ label, areas }) => ({
      label,
      items: areas
        .filter((area) => may(area.capability))
        .map(({ label, path, icon: Icon }) => ({ label, icon: <Icon aria-hidden />, href: base + path })),
    }))
    .filter(({ items }) => items.length > 0);
}
