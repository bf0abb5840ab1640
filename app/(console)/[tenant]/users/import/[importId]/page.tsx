import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { notFound } from "next/navigation";
import { openPage } from "@/app/workspace";
import { ImportDetail } from "./import-detail";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("users");
  return { title: t("Import of users") };
}

export default async function OneImportPage({ params }: PageProps<"/[tenant]/users/import/[importId]">) {
  const { tenant, importId: text } = await params;
  const page = await openPage(tenant, "ManageUsers");
  const importId = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : notFound();
  await page.prefetch(
    page.trpc.userImports.get.queryOptions({ importId }),
    page.trpc.customFields.list.queryOptions({}),
  );
  return page.hydrate(<ImportDetail tenant={tenant} importId={importId} />);
}
