import { areaTitle, consolePage } from "../../_frame/pages";
import { userFilters, userQuery } from "./filters";
import { UsersTable } from "./users-table";

export const generateMetadata = areaTitle("users");

export default consolePage("ManageUsers", async (page) => {
  await page.prefetch(
    page.trpc.users.page.queryOptions(userQuery(await page.filters(userFilters))),
    page.trpc.usersBulk.list.queryOptions({}),
    page.trpc.savedViews.list.queryOptions({ list: "users" }),
  );
  return (
    <UsersTable
      tenant={page.tenant}
      mayGrant={page.may("ManageRoles")}
      mayTag={page.may("ManageRelationshipTags")}
    />
  );
});
