"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import type { ReactNode } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Badge } from "@/components/ui/feedback";
import { LinkTabs } from "@/components/ui/page/link-tabs";
import { PageHeader } from "@/components/ui/page/page";
import { Code } from "@/components/ui/text";
import { NotLoaded } from "../../../_frame/records/not-loaded";
import { signsNobodyIn, tabsOf, type AppTab } from "./app-tabs";

/** Header of the pages of an app. Renders its children after the app was loaded. */
export function AppFrame({
  tenant,
  appId,
  tabs,
  children,
}: {
  tenant: string;
  appId: number;
  tabs: AppTab[];
  children: ReactNode;
}) {
  const t = useExtracted("apps");
  const query = useQuery(useTRPC().apps.detail.queryOptions({ appId }));
  if (!query.data) return <NotLoaded page query={query} className="h-40" />;
  const app = query.data;
  const labels: Record<AppTab, string> = {
    "": t("Settings"),
    "/roles": t("App roles"),
    "/access": t("Access"),
    "/connectors": t("Sign-in methods"),
    "/people": t("People"),
    "/quick-start": t("Quick start"),
  };
  return (
    <>
      <PageHeader
        trail={[{ label: t("Apps"), href: `/${tenant}/apps` }]}
        title={app.name}
        meta={
          <>
            <Badge>{app.clientType === "public" ? t("Public") : t("Confidential")}</Badge>
            {signsNobodyIn(app) ? null : app.restricted ? (
              <Badge tone="warning">{t("Restricted")}</Badge>
            ) : (
              <Badge>{t("Open to everyone")}</Badge>
            )}
            {app.serviceAccount && <Badge tone="info">{t("Machine")}</Badge>}
            <Code text={app.clientId} label={t("client id")} />
          </>
        }
      />
      <LinkTabs
        label={t("Views of the app")}
        tabs={tabsOf(app, tabs).map((path) => ({
          label: labels[path],
          href: `/${tenant}/apps/${appId}${path}`,
        }))}
      />
      {children}
    </>
  );
}
