import { userPages } from "../user-page";
import { UserApps } from "./user-apps";

export const generateMetadata = userPages.title("/apps");

export default userPages.page("/apps", async (page) => {
  const { id: userId } = page;
  await page.prefetch(page.trpc.connectedApps.ofUser.queryOptions({ userId }));
  return <UserApps tenant={page.tenant} userId={userId} mayOpenApps={page.may("RegisterApps")} />;
});
