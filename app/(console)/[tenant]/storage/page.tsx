import type { Metadata } from "next";
import { openPage } from "@/app/workspace";
import { StorageStatus } from "./storage-status";

export const metadata: Metadata = { title: "Storage" };

export default async function StoragePage({ params }: PageProps<"/[tenant]/storage">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageMigration");
  await page.prefetch(page.trpc.storage.status.queryOptions({}));
  return page.hydrate(<StorageStatus tenant={tenant} mayExport={page.may("ManageDataExport")} />);
}
