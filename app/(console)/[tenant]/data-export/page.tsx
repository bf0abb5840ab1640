import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { Words } from "@/app/_words/words";
import { openPage } from "@/app/workspace";
import { DataExport } from "./data-export";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("data-export");
  return { title: t("Data export") };
}

export default async function DataExportPage({ params }: PageProps<"/[tenant]/data-export">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageDataExport");
  await page.prefetch(page.trpc.dataExport.preview.queryOptions({}));
  return page.hydrate(
    <Words of="data-export">
      <DataExport tenant={tenant} />
    </Words>,
  );
}
