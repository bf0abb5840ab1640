"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import type { ReactNode } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Badge, Callout } from "@/components/ui/feedback";
import { LinkTabs } from "@/components/ui/page/link-tabs";
import { PageHeader } from "@/components/ui/page/page";
import { Code } from "@/components/ui/text";
import { NotLoaded } from "../../../_frame/records/not-loaded";
import type { Tab } from "../../../_frame/records/tabs";

/** Header of the pages of an API. Renders its children after the API was loaded. */
export function ApiFrame({
  tenant,
  apiId,
  tabs,
  children,
}: {
  tenant: string;
  apiId: number;
  tabs: Tab[];
  children: ReactNode;
}) {
  const t = useExtracted("apis");
  const query = useQuery(useTRPC().apis.get.queryOptions({ apiId }));
  if (!query.data) return <NotLoaded page query={query} className="h-40" />;
  const api = query.data;
  return (
    <>
      <PageHeader
        trail={[{ label: t("APIs"), href: `/${tenant}/apis` }]}
        title={api.name}
        meta={
          <>
            <Badge>{api.format === "jwt" ? t("Signed (JWT)") : t("Opaque")}</Badge>
            {api.enforceRoles && <Badge tone="info">{t("Roles enforced")}</Badge>}
            <Code text={api.audience} label={t("audience")} />
          </>
        }
      />
      {api.audienceLost && (
        <div className="mb-4">
          <Callout tone="danger" title={t("The audience belongs to another organization")}>
            {t(
              "Another organization has verified the domain of the audience. Apps get no tokens for this API any more. Delete it, and create it with an audience under a domain of yours.",
            )}
          </Callout>
        </div>
      )}
      <LinkTabs
        label={t("Views of the API")}
        tabs={tabs.map(({ path, label }) => ({ label, href: `/${tenant}/apis/${apiId}${path}` }))}
      />
      {children}
    </>
  );
}
