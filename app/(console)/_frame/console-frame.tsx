"use client";

import { useCallback, type ReactNode } from "react";
import { WorkspaceData } from "@/components/data/trpc";
import { AppShell, type NavigationGroup, type Workspace } from "@/components/shell/app-shell";
import { usePaletteActions } from "./palette-actions";
import { usePaletteSearch } from "./palette-search";
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
  const { navigation } = props;
  const base = tenant === null ? "/platform" : `/${tenant}`;
  const has = useCallback(
    (path: string) => navigation.some(({ items }) => items.some(({ href }) => href === base + path)),
    [navigation, base],
  );
  const search = usePaletteSearch({ tenant, has });
  return (
    <AppShell
      {...props}
      accountHref={`${base}/account`}
      selfServiceHref={tenant === null ? null : `/account/${tenant}`}
      onSignOut={() => void signOut()}
      actions={usePaletteActions({ tenant, has })}
      search={search}
    >
      {children}
    </AppShell>
  );
}
