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
import type { appTabs, Tab } from "../../../_frame/records/tabs";
import type { AppDetail } from "@/server/domain/apps/console.schema";

type AppTab = keyof typeof appTabs;

type Signing = Pick<AppDetail, "serviceAccount" | "redirectUri">;

/** Returns true for a machine-to-machine app without user sign-in: it has a service account and no redirect URI. */
export const signsNobodyIn = ({ serviceAccount, redirectUri }: Signing) =>
  serviceAccount !== null && redirectUri === null;

/** Tabs about users. They have no meaning for an app without user sign-in. */
const ofPeople: readonly AppTab[] = ["/access", "/claims", "/connectors", "/people"];

/** Header of the pages of an app. Renders its children after the app was loaded. */
export function AppFrame({
  tenant,
  appId,
  tabs,
  children,
}: {
  tenant: string;
  appId: number;
  tabs: Tab<AppTab>[];
  children: ReactNode;
}) {
  const t = useExtracted("apps");
  const query = useQuery(useTRPC().apps.detail.queryOptions({ appId }));
  if (!query.data) return <NotLoaded page query={query} className="h-40" />;
  const app = query.data;
  const shown = signsNobodyIn(app) ? tabs.filter(({ path }) => !ofPeople.includes(path)) : tabs;
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
        tabs={shown.map(({ path, label }) => ({ label, href: `/${tenant}/apps/${appId}${path}` }))}
      />
      {children}
    </>
  );
}
