import "server-only";
import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { openPage } from "@/app/workspace";
import { NotThere } from "../../../_frame/not-there";
import { recordId, titleOf } from "../../../_frame/record";
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
  const named = recordId(text);
  // No record has it, and nothing is shown of it.
  const appId = named ?? 0;
  await page.prefetch(page.trpc.apps.detail.queryOptions({ appId }));
  const tabs = appTabs.filter((tab) => page.may(tab.capability)).map(({ path }) => path);
  return {
    page,
    tenant,
    appId,
    show: (children: ReactNode) =>
      named === null ? (
        <NotThere />
      ) : (
        page.hydrate(
          <AppFrame tenant={tenant} appId={appId} tabs={tabs}>
            {children}
          </AppFrame>,
        )
      ),
  };
}

/** The title of one app's page, or of a view of it. */
export async function appTitle(
  params: Promise<{ tenant: string; appId: string }>,
  view?: string,
): Promise<Metadata> {
  const t = await getExtracted("apps");
  const name = async () => {
    const { page, appId } = await openAppPage(params, "RegisterApps");
    return (await page.fetch(page.trpc.apps.detail.queryOptions({ appId }))).name;
  };
  return titleOf(name, t("App"), view);
}
