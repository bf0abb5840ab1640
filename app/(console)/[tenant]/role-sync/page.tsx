import { areaTitle, consolePage } from "../../_frame/pages";
import { SourcesTable } from "./sources-table";

export const generateMetadata = areaTitle("roleSync");

export default consolePage("ManageRoleSync", async (page) => {
  await page.prefetch(page.trpc.roleSync.list.queryOptions({}));
  return <SourcesTable tenant={page.tenant} mayListApps={page.may("RegisterApps")} />;
});
