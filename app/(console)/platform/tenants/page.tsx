import { areaTitle, consolePage } from "../../_frame/pages";
import { tenantFilters, tenantQuery } from "./filters";
import { TenantsTable } from "./tenants-table";

export const generateMetadata = areaTitle("organizations");

export default consolePage("CreateTenants", async (page) => {
  await page.prefetch(
    page.trpc.platform.tenants.page.queryOptions(tenantQuery(await page.filters(tenantFilters))),
  );
  return <TenantsTable />;
});
