import "server-only";
import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { openRecord } from "../../../_frame/records/open-record";
import { titleOf } from "../../../_frame/records/record";
import type { Capability } from "@/server/kernel/capabilities";
import { AppFrame } from "./app-frame";
import { appTabs } from "./app-tabs";

/**
 * Opens a page of an app. Returns the workspace, the id of the app, and a frame with the tabs that the administrator may open.
 */
export async function openAppPage(
  params: Promise<{ tenant: string; appId: string }>,
  capability: Capability,
) {
  const { tenant } = await params;
  const {
    page,
    id: appId,
    record,
  } = await openRecord(params, "appId", "RegisterApps", ({ fetch, trpc }, id) =>
    fetch(trpc.apps.detail.queryOptions({ appId: id })),
  );
  if (!page.may(capability)) notFound();
  const tabs = appTabs.filter((tab) => page.may(tab.capability)).map(({ path }) => path);
  return {
    page,
    tenant,
    appId,
    name: record?.name ?? null,
    show: (children: ReactNode) =>
      page.hydrate(
        <AppFrame tenant={tenant} appId={appId} tabs={tabs}>
          {children}
        </AppFrame>,
      ),
  };
}

/** Returns the title of a page of an app. */
export async function appTitle(
  params: Promise<{ tenant: string; appId: string }>,
  view?: string,
): Promise<Metadata> {
  const t = await getExtracted("apps");
  const name = async () => (await openAppPage(params, "RegisterApps")).name;
  return titleOf(name, t("App"), view);
}
