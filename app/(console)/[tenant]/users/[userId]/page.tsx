import { createLoader, parseAsInteger } from "nuqs/server";
import { feedQuery } from "../../../_frame/log/feed-query";
import { simulation, simulatedIn } from "../../../_frame/sign-ins/simulation";
import { openUserPage, userTitle } from "./open-user-page";
import { UserOverview } from "./user-overview";

export const generateMetadata = ({ params }: PageProps<"/[tenant]/users/[userId]">) => userTitle(params);

const load = createLoader({ app: parseAsInteger, ...simulation });

export default async function UserPage({ params, searchParams }: PageProps<"/[tenant]/users/[userId]">) {
  const { page, tenant, userId, show } = await openUserPage(params, "ManageUsers");
  const { app: appId, ...question } = await load(searchParams);
  const mayAskApps = page.may("RegisterApps");
  const mayReadLog = page.may("ReadAuditLog");
  await page.prefetch(
    page.trpc.federation.ofUser.queryOptions({ userId }),
    ...(mayReadLog ? [page.trpc.audit.page.queryOptions(feedQuery(`user:${userId}`))] : []),
    ...(mayAskApps && appId !== null
      ? [page.trpc.apps.access.explain.queryOptions({ userId, appId, ...simulatedIn(question) })]
      : []),
  );
  return show(
    <UserOverview
      tenant={tenant}
      userId={userId}
      mayAskApps={mayAskApps}
      mayReadLog={mayReadLog}
      mayOpenProviders={page.may("ManageConnectors")}
    />,
  );
}
