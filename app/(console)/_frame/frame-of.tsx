import type { ReactNode } from "react";
import { openWorkspace } from "@/app/workspace";
import { ConsoleFrame } from "./console-frame";
import { navigationFor } from "./navigation";

/** The frame of a workspace, as far as the signed-in person may see it. */
export async function frameOf(tenant: string | null, children: ReactNode) {
  const { session, may } = await openWorkspace(tenant);
  const workspaces = [
    ...session.memberships.map(({ slug, tenantName, role }) => ({
      name: tenantName,
      href: `/${slug}`,
      hint: role === "owner" ? "Owner" : "Administrator",
    })),
    ...(session.platformAdministrator
      ? [{ name: "Platform", href: "/platform", hint: "Platform administrator" }]
      : []),
  ];
  const href = tenant === null ? "/platform" : `/${tenant}`;
  return (
    <ConsoleFrame
      tenant={tenant}
      navigation={navigationFor(tenant, may)}
      workspace={workspaces.find((workspace) => workspace.href === href)!}
      workspaces={workspaces}
      person={{ name: session.name ?? session.email, email: session.email }}
    >
      {children}
    </ConsoleFrame>
  );
}
