import { parseAsInteger } from "nuqs/server";
import { simulation, simulatedIn } from "../../../_frame/sign-ins/simulation";
import { userPages } from "./user-page";
import { UserOverview } from "./user-overview";

export const generateMetadata = userPages.title("");

export default userPages.page("", async (page) => {
  const { id: userId } = page;
  const { app: appId, ...question } = await page.filters({ app: parseAsInteger, ...simulation });
  const mayAskApps = page.may("RegisterApps");
  await page.prefetch(
    page.trpc.federation.ofUser.queryOptions({ userId }),
    ...page.feed(`user:${userId}`),
    ...(mayAskApps && appId !== null
      ? [page.trpc.apps.access.explain.queryOptions({ userId, appId, ...simulatedIn(question) })]
      : []),
  );
  return (
    <UserOverview
      tenant={page.tenant}
      userId={userId}
      mayAskApps={mayAskApps}
      mayReadLog={page.mayReadLog}
      mayOpenProviders={page.may("ManageConnectors")}
    />
  );
});
