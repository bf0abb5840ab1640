import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { getExtracted } from "next-intl/server";
import { Words } from "@/app/_words/words";
import { openWorkspace } from "@/app/workspace";
import { keptAmong } from "@/components/data/kept";
import type { Capability } from "@/server/kernel/capabilities";
import { ConsoleFrame } from "./console-frame";
import { areaWords } from "./area-words";
import { platformAreas, tenantAreas } from "./areas";
import { wordTables } from "./words/word-table";

/** Renders the frame of a workspace. The sidebar contains the areas that the administrator may open. */
export async function frameOf(tenant: string | null, children: ReactNode) {
  const { session, may } = await openWorkspace(tenant);
  const t = await getExtracted("console");
  const workspaces = [
    ...session.memberships.map(({ slug, tenantName, role }) => ({
      name: tenantName,
      href: `/${slug}`,
      hint: role === "owner" ? t("Owner") : t("Administrator"),
    })),
    ...(session.platformAdministrator
      ? [{ name: t("Platform"), href: "/platform", hint: t("Platform administrator") }]
      : []),
  ];
  const href = tenant === null ? "/platform" : `/${tenant}`;
  return (
    <Words of={["console", ...wordTables]}>
      <ConsoleFrame
        tenant={tenant}
        navigation={await navigationFor(tenant, may)}
        workspace={workspaces.find((workspace) => workspace.href === href)!}
        workspaces={workspaces}
        kept={keptAmong((await cookies()).getAll())}
        person={{ name: session.name ?? session.email, email: session.email }}
      >
        {children}
      </ConsoleFrame>
    </Words>
  );
}

/** Returns the groups of the sidebar, with the areas that the administrator may open. */
async function navigationFor(tenant: string | null, may: (capability: Capability) => boolean) {
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
