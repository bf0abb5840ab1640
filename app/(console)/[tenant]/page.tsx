import { areaTitle, consolePage } from "../_frame/pages";
import { Overview } from "./overview";

export const generateMetadata = areaTitle("overview");

export default consolePage("ReadOverview", async (page) => {
  await page.prefetch(page.trpc.overview.get.queryOptions({}));
  return <Overview tenant={page.tenant} mayAppoint={page.may("ManageTenantAdmins")} />;
});
