import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { DocumentsTabs } from "./documents-tabs";
import { TemplatesTable } from "./templates-table";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("documents");
  return { title: t("Documents") };
}

export default async function DocumentsPage({ params }: PageProps<"/[tenant]/documents">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageTenantConfig");
  await page.prefetch(page.trpc.documents.list.queryOptions({}));
  return page.hydrate(
    <DocumentsTabs tenant={tenant}>
      <TemplatesTable tenant={tenant} />
    </DocumentsTabs>,
  );
}
