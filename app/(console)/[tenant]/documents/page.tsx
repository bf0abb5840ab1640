import type { Metadata } from "next";
import { openPage } from "@/app/workspace";
import { DocumentsTabs } from "./documents-tabs";
import { TemplatesTable } from "./templates-table";

export const metadata: Metadata = { title: "Documents" };

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
