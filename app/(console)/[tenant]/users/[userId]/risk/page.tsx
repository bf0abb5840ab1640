import { userPages } from "../user-page";
import { signInFilters, signInQuery } from "../../filters";
import { UserRisk } from "./user-risk";

export const generateMetadata = userPages.title("/risk");

export default userPages.page("/risk", async (page) => {
  const { id: userId } = page;
  await page.prefetch(
    page.trpc.risk.ofUser.queryOptions({ userId }),
    page.trpc.risk.signIns.queryOptions(signInQuery(userId, await page.filters(signInFilters))),
  );
  const rulesHref = page.may("ManageAccessRules") ? `/${page.tenant}/access-rules` : null;
  return <UserRisk userId={userId} rulesHref={rulesHref} />;
});
