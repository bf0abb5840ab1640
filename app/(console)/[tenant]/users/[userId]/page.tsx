import { openUserPage, userTitle } from "./open-user-page";
import { UserOverview } from "./user-overview";

export const generateMetadata = ({ params }: PageProps<"/[tenant]/users/[userId]">) => userTitle(params);

export default async function UserPage({ params }: PageProps<"/[tenant]/users/[userId]">) {
  const { page, tenant, userId, show } = await openUserPage(params, "ManageUsers");
  await page.prefetch(page.trpc.federation.ofUser.queryOptions({ userId }));
  const mayReadLog = page.may("ReadAuditLog");
  if (mayReadLog)
    await page.prefetch(page.trpc.audit.page.queryOptions({ target: `user:${userId}`, limit: 10 }));
  return show(
    <UserOverview
      tenant={tenant}
      userId={userId}
      mayAskApps={page.may("RegisterApps")}
      mayReadLog={mayReadLog}
      mayOpenProviders={page.may("ManageConnectors")}
    />,
  );
}
