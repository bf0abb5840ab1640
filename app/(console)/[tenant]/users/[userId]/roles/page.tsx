import { userPages } from "../user-page";
import { UserRoles } from "./user-roles";

export const generateMetadata = userPages.title("/roles");

export default userPages.page("/roles", async (page) => {
  const { id: userId } = page;
  await page.prefetch(page.trpc.roles.grantable.queryOptions({}));
  return <UserRoles tenant={page.tenant} userId={userId} />;
});
