import { userPages } from "../user-page";
import { UserRules } from "./user-rules";

export const generateMetadata = userPages.title("/rules");

export default userPages.page("/rules", async (page) => {
  const { id: userId } = page;
  await page.prefetch(page.trpc.accessRules.ofPerson.queryOptions({ userId }));
  return <UserRules tenant={page.tenant} userId={userId} />;
});
