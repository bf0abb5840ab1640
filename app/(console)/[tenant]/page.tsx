import type { Metadata } from "next";
import { openPage } from "@/app/workspace";
import { Overview } from "./overview";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage({ params }: PageProps<"/[tenant]">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ReadOverview");
  await page.prefetch(page.trpc.overview.get.queryOptions({}));
  return page.hydrate(<Overview tenant={tenant} mayAppoint={page.may("ManageTenantAdmins")} />);
}
