"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { WorkspaceData } from "@/components/data/trpc";
import { AppShell, type NavigationGroup, type Workspace } from "@/components/shell/app-shell";
import { signOut } from "./sign-out";

// What it finds things by knows the words of every event: too much for a page's first load.
const ConsolePalette = dynamic(
  () => import("./palette/console-palette").then((module) => module.ConsolePalette),
  {
    ssr: false,
  },
);

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
  const base = tenant === null ? "/platform" : `/${tenant}`;
  return (
    <AppShell
      {...props}
      accountHref={`${base}/account`}
      selfServiceHref={tenant === null ? null : `/account/${tenant}`}
      onSignOut={() => void signOut()}
      palette={(open, onOpenChange) => (
        <ConsolePalette {...{ tenant, open, onOpenChange }} navigation={props.navigation} />
      )}
    >
      {children}
    </AppShell>
  );
}
