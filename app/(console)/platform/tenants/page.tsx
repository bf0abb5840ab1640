import type { Metadata } from "next";
import { createLoader } from "nuqs/server";
import { openPage } from "@/app/workspace";
import { tenantFilters, tenantQuery } from "./filters";
import { TenantsTable } from "./tenants-table";

export const metadata: Metadata = { title: "Organizations" };

const load = createLoader(tenantFilters);

export default async function TenantsPage({ searchParams }: PageProps<"/platform/tenants">) {
  const page = await openPage(null, "CreateTenants");
  await page.prefetch(page.trpc.platform.tenants.page.queryOptions(tenantQuery(await load(searchParams))));
  return page.hydrate(<TenantsTable />);
}
