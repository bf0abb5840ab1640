import "server-only";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { openPage } from "@/app/workspace";
import type { Capability } from "@/server/kernel/capabilities";
import { AppFrame } from "./app-frame";
import { appTabs } from "./app-tabs";

/** What each page of one app begins with: its workspace, the app's id, and the frame with the tabs that the reader may see. */
export async function openAppPage(
  params: Promise<{ tenant: string; appId: string }>,
  capability: Capability,
) {
  const { tenant, appId: text } = await params;
  const page = await openPage(tenant, "RegisterApps");
  if (!page.may(capability)) notFound();
  const appId = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : notFound();
  await page.prefetch(page.trpc.apps.detail.queryOptions({ appId }));
  const tabs = appTabs.filter((tab) => page.may(tab.capability)).map(({ path }) => path);
  return {
    page,
    tenant,
    appId,
    show: (children: ReactNode) =>
      page.hydrate(
        <AppFrame tenant={tenant} appId={appId} tabs={tabs}>
          {children}
        </AppFrame>,
      ),
  };
}
