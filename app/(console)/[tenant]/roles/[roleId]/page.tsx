import { getExtracted } from "next-intl/server";
import { recordPages, type PageInput } from "../../../_frame/pages";
import { memberFilters, membersQuery } from "./filters";
import { RoleDetail } from "./role-detail";

const roles = recordPages(
  "roleId",
  "ManageRoles",
  ({ fetch, trpc }, roleId) => fetch(trpc.roles.get.queryOptions({ roleId })),
  ({ name }) => name,
);

export async function generateMetadata(input: PageInput) {
  const t = await getExtracted("roles");
  return roles.title(input, t("Role"));
}

export default roles.page(async (page) => {
  const { id: roleId } = page;
  await page.prefetch(
    page.trpc.roles.members.queryOptions(membersQuery(roleId, await page.filters(memberFilters))),
    ...page.feed(`role:${roleId}`),
  );
  return <RoleDetail tenant={page.tenant} roleId={roleId} mayReadLog={page.mayReadLog} />;
});
