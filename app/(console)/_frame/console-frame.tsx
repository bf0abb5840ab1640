"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, type ReactNode } from "react";
import { useTRPC, WorkspaceData } from "@/components/data/trpc";
import { AppShell, type NavigationGroup, type Workspace } from "@/components/shell/app-shell";
import type { PaletteGroup } from "@/components/shell/command-palette";
import { paletteActions, platformActions, searchPlatform, searchTenant } from "./palette-search";
import { signOut } from "./sign-out";

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
  const { navigation } = props;
  const base = tenant === null ? "/platform" : `/${tenant}`;
  const has = useCallback(
    (path: string) => navigation.some(({ items }) => items.some(({ href }) => href === base + path)),
    [navigation, base],
  );
  const search = useCallback(
    (text: string): Promise<PaletteGroup[]> =>
      tenant === null
        ? searchPlatform({ trpc, queries }, text)
        : searchTenant({ trpc, queries, tenant, has }, text),
    [tenant, trpc, queries, has],
  );
  return (
    <AppShell
      {...props}
      accountHref={`${base}/account`}
      onSignOut={() => void signOut()}
      actions={tenant === null ? platformActions(base, has) : paletteActions(base, has)}
      search={search}
    >
      {children}
    </AppShell>
  );
}
