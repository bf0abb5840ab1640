import { areaTitle, consolePage } from "../../_frame/pages";
import { ServiceAccountsTable } from "./service-accounts-table";

export const generateMetadata = areaTitle("serviceAccounts");

export default consolePage("ManageServiceAccounts", async (page) => {
  await page.prefetch(page.trpc.serviceAccounts.list.queryOptions({}));
  return <ServiceAccountsTable tenant={page.tenant} />;
});
