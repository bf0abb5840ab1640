import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { Overview } from "./overview";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("console");
  return { title: t("Overview") };
}

export default async function OverviewPage({ params }: PageProps<"/[tenant]">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ReadOverview");
  await page.prefetch(page.trpc.overview.get.queryOptions({}));
  return page.hydrate(<Overview tenant={tenant} mayAppoint={page.may("ManageTenantAdmins")} />);
}
