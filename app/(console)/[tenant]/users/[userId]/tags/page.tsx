import { userPages } from "../user-page";
import { UserTags } from "./user-tags";

export const generateMetadata = userPages.title("/tags");

export default userPages.page("/tags", async (page) => {
  const { id: userId } = page;
  await page.prefetch(page.trpc.tags.ofUser.queryOptions({ userId }), page.trpc.tags.list.queryOptions({}));
  return <UserTags tenant={page.tenant} userId={userId} mayAskApps={page.may("RegisterApps")} />;
});
