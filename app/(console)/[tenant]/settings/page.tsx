import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { notFound } from "next/navigation";
import { Words } from "@/app/_words/words";
import { openPage } from "@/app/workspace";
import { container } from "@/server/container";
import { GeneralSettings } from "./general-settings";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("settings");
  return { title: t("General") };
}

export default async function GeneralPage({ params }: PageProps<"/[tenant]/settings">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageTenantConfig");
  if (page.actor.scope !== "tenant") notFound();
  const { config } = await container();
  const mayReadLog = page.may("ReadAuditLog");
  await page.prefetch(
    page.trpc.tenantConfig.get.queryOptions({}),
    ...(mayReadLog ? [page.trpc.audit.settings.queryOptions({})] : []),
  );
  return page.hydrate(
    <Words of="settings">
      <GeneralSettings
        tenantId={page.actor.tenantId}
        slug={tenant}
        baseUrl={config.BASE_URL}
        mayReadLog={mayReadLog}
        mayTrimLog={page.may("ManageDataExport")}
      />
    </Words>,
  );
}
