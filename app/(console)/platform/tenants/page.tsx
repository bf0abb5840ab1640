import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { createLoader } from "nuqs/server";
import { openPage } from "@/app/workspace";
import { tenantFilters, tenantQuery } from "./filters";
import { TenantsTable } from "./tenants-table";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("platform");
  return { title: t("Organizations") };
}

const load = createLoader(tenantFilters);

export default async function TenantsPage({ searchParams }: PageProps<"/platform/tenants">) {
  const page = await openPage(null, "CreateTenants");
  await page.prefetch(page.trpc.platform.tenants.page.queryOptions(tenantQuery(await load(searchParams))));
  return page.hydrate(<TenantsTable />);
}
