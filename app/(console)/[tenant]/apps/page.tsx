import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { AppsTable } from "./apps-table";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("apps");
  return { title: t("Apps") };
}

export default async function AppsPage({ params }: PageProps<"/[tenant]/apps">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "RegisterApps");
  await page.prefetch(page.trpc.apps.rows.queryOptions({}));
  return page.hydrate(<AppsTable tenant={tenant} />);
}
