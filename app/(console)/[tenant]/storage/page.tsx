import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { Words } from "@/app/_words/words";
import { openPage } from "@/app/workspace";
import { StorageStatus } from "./storage-status";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("storage");
  return { title: t("Storage") };
}

export default async function StoragePage({ params }: PageProps<"/[tenant]/storage">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageMigration");
  await page.prefetch(page.trpc.storage.status.queryOptions({}));
  return page.hydrate(
    <Words of="storage">
      <StorageStatus tenant={tenant} mayExport={page.may("ManageDataExport")} />
    </Words>,
  );
}
