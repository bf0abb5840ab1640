import { areaTitle, consolePage } from "../../_frame/pages";
import { RolesTable } from "./roles-table";

export const generateMetadata = areaTitle("roles");

export default consolePage("ManageRoles", async (page) => {
  await page.prefetch(page.trpc.roles.list.queryOptions({}));
  return <RolesTable tenant={page.tenant} />;
});
