import type { Capability } from "@/server/kernel/capabilities";
import { areaWords } from "./area-words";
import { platformAreas, tenantAreas } from "./areas";

/** Returns the areas that the capabilities open, grouped for the sidebar. */
export async function navigationFor(tenant: string | null, may: (capability: Capability) => boolean) {
  const words = await areaWords();
  const base = tenant === null ? "/platform" : `/${tenant}`;
  return (tenant === null ? platformAreas : tenantAreas)
    .map(({ id, areas }) => ({
      label: words.groups[id],
      items: areas
        .filter((area) => may(area.capability))
        .map(({ id, path, icon: Icon }) => ({
          label: words.areas[id],
          href: base + path,
          icon: <Icon aria-hidden />,
        })),
    }))
    .filter(({ items }) => items.length > 0);
}
