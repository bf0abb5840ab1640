import { userPages } from "../user-page";
import { UserFields } from "./user-fields";

export const generateMetadata = userPages.title("/fields");

export default userPages.page("/fields", async (page) => {
  const { id: userId } = page;
  await page.prefetch(page.trpc.customFields.ofUser.queryOptions({ userId }));
  return <UserFields tenant={page.tenant} userId={userId} mayDefine={page.may("ManageCustomFields")} />;
});
