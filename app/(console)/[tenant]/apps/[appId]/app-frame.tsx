"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Badge, Skeleton } from "@/components/ui/feedback";
import { LinkTabs } from "@/components/ui/link-tabs";
import { PageHeader } from "@/components/ui/page";
import { Code } from "@/components/ui/text";
import { QueryError } from "../../../_frame/query-error";

/** The head of an app's pages; what stands below it can rely on the app being there. */
export function AppFrame({
  tenant,
  appId,
  tabs,
  children,
}: {
  tenant: string;
  appId: number;
  tabs: { path: string; label: string }[];
  children: ReactNode;
}) {
  const query = useQuery(useTRPC().apps.detail.queryOptions({ appId }));
  if (query.isError) return <QueryError error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton className="h-40" />;
  const app = query.data;
  return (
    <>
      <PageHeader
        trail={[{ label: "Apps", href: `/${tenant}/apps` }]}
        title={app.name}
        meta={
          <>
            <Badge>{app.clientType === "public" ? "Public" : "Confidential"}</Badge>
            {app.restricted ? <Badge tone="warning">Restricted</Badge> : <Badge>Open to everyone</Badge>}
            {app.serviceAccount && <Badge tone="info">Machine</Badge>}
            <Code text={app.clientId} label="client id" />
          </>
        }
      />
      <LinkTabs
        label="Views of the app"
        tabs={tabs.map(({ path, label }) => ({ label, href: `/${tenant}/apps/${appId}${path}` }))}
      />
      {children}
    </>
  );
}
