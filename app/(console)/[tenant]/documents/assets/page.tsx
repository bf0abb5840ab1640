import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { DocumentsTabs } from "../documents-tabs";
import { AssetsTable } from "./assets-table";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("documents");
  return { title: t("Pictures for documents") };
}

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
