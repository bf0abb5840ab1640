"use client";

import dynamic from "next/dynamic";
import { useExtracted } from "next-intl";
import type { ReactNode } from "react";
import { KeptTexts } from "@/components/data/kept-text";
import { WorkspaceData } from "@/components/data/trpc";
import { AppShell, type NavigationGroup, type Workspace } from "@/components/shell/app-shell";
import { forgetPlaces } from "@/components/shell/recent-places";
import { toast } from "@/components/toast";
import { csrfToken } from "@/app/csrf-token";

// Loaded on demand. The palette contains the texts of all events, which would make the first page much larger.
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
  /** Preferences of the administrator that this browser stores, by key. */
  kept: Readonly<Record<string, string>>;
  children: ReactNode;
}

/** Frame of the console around the pages of one workspace: an organization or the platform. */
export function ConsoleFrame({ kept, ...props }: Props) {
  return (
    <KeptTexts value={kept}>
      <WorkspaceData tenant={props.tenant} key={props.tenant}>
        <Frame {...props} />
      </WorkspaceData>
    </KeptTexts>
  );
}

function Frame({ tenant, children, ...props }: Omit<Props, "kept">) {
  const t = useExtracted("console");
  const base = tenant === null ? "/platform" : `/${tenant}`;
  const leave = () =>
    void signOut().catch(() =>
      toast.error(t("You are still signed in, because the server did not answer. Try again.")),
    );
  return (
    <AppShell
      {...props}
      accountHref={`${base}/account`}
      selfServiceHref={tenant === null ? null : `/account/${tenant}`}
      onSignOut={leave}
      palette={(open, onOpenChange) => (
        <ConsolePalette {...{ tenant, open, onOpenChange }} navigation={props.navigation} onSignOut={leave} />
      )}
    >
      {children}
    </AppShell>
  );
}

/** Ends the console session and opens the sign-in page. */
async function signOut() {
  const body = new URLSearchParams({ csrfToken: await csrfToken(), callbackUrl: "/sign-in", json: "true" });
  await fetch("/api/auth/signout", { method: "POST", body });
  forgetPlaces();
  // Reloads the page completely. A client navigation would keep data of the old session in memory.
  window.location.replace(new URL("/sign-in", window.location.origin));
}
