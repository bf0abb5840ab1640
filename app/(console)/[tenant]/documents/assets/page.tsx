import type { Metadata } from "next";
import { openPage } from "@/app/workspace";
import { DocumentsTabs } from "../documents-tabs";
import { AssetsTable } from "./assets-table";

export const metadata: Metadata = { title: "Pictures for documents" };

export default async function AssetsPage({ params }: PageProps<"/[tenant]/documents/assets">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageTenantConfig");
  await page.prefetch(page.trpc.documents.assets.queryOptions({}));
  return page.hydrate(
    <DocumentsTabs tenant={tenant}>
      <AssetsTable />
    </DocumentsTabs>,
  );
}
