import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { ImportStart } from "./import-start";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("users");
  return { title: t("Import users") };
}

export default async function ImportPage({ params }: PageProps<"/[tenant]/users/import">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageUsers");
  await page.prefetch(page.trpc.userImports.list.queryOptions({}));
  return page.hydrate(<ImportStart tenant={tenant} />);
}
