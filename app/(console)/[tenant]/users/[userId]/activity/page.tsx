import { userPages } from "../user-page";
import { activityFilters, activityQuery } from "../../filters";
import { UserActivity } from "./user-activity";

export const generateMetadata = userPages.title("/activity");

export default userPages.page("/activity", async (page) => {
  const { id: userId } = page;
  await page.prefetch(
    page.trpc.audit.page.queryOptions(activityQuery(userId, await page.filters(activityFilters))),
  );
  return <UserActivity tenant={page.tenant} userId={userId} />;
});
