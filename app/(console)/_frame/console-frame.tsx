"use client";

import { useQueryClient } from "@tanstack/react-query";
import { signOut } from "next-auth/react";
import { useCallback, type ReactNode } from "react";
import { useTRPC, WorkspaceData } from "@/components/data/trpc";
import { AppShell, type NavigationGroup, type Workspace } from "@/components/shell/app-shell";
import type { PaletteGroup } from "@/components/shell/command-palette";

interface Props {
  tenant: string | null;
  navigation: NavigationGroup[];
  workspace: Workspace;
  workspaces: Workspace[];
  person: { name: string; email: string };
  children: ReactNode;
}

/** The console around the pages of one workspace. */
export function ConsoleFrame(props: Props) {
  return (
    <WorkspaceData tenant={props.tenant} key={props.tenant}>
      <Frame {...props} />
    </WorkspaceData>
  );
}

function Frame({ tenant, children, ...props }: Props) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const search = useCallback(
    async (text: string): Promise<PaletteGroup[]> => {
      if (tenant === null) {
        const { tenants } = await queries.fetchQuery(
          trpc.platform.tenants.page.queryOptions({ search: text, limit: 8 }),
        );
        return [
          {
            label: "Organizations",
            items: tenants.map(({ tenantId, slug }) => ({
              id: String(tenantId),
              label: slug,
              href: `/platform/tenants/${tenantId}`,
            })),
          },
        ];
      }
      const { users } = await queries.fetchQuery(trpc.users.page.queryOptions({ search: text, limit: 8 }));
      return [
        {
          label: "People",
          items: users.map(({ userId, name, email }) => ({
            id: String(userId),
            label: name ?? email ?? `User ${userId}`,
            hint: email ?? undefined,
            href: `/${tenant}/users/${userId}`,
          })),
        },
      ];
    },
    [tenant, trpc, queries],
  );
  return (
    <AppShell
      {...props}
      accountHref={tenant === null ? "/platform/account" : `/${tenant}/account`}
      onSignOut={() => void signOut({ callbackUrl: "/sign-in" })}
      search={search}
    >
      {children}
    </AppShell>
  );
}
