import { feedQuery } from "../../../_frame/log/feed-query";
import { openAppPage, appTitle } from "./open-app-page";
import { AppSettings } from "./settings";

export const generateMetadata = ({ params }: PageProps<"/[tenant]/apps/[appId]">) => appTitle(params);

export default async function AppPage({ params }: PageProps<"/[tenant]/apps/[appId]">) {
  const { page, tenant, appId, show } = await openAppPage(params, "RegisterApps");
  const mayReadLog = page.may("ReadAuditLog");
  if (mayReadLog) await page.prefetch(page.trpc.audit.page.queryOptions(feedQuery(`app:${appId}`)));
  const mayLinkAccounts = page.may("ManageServiceAccounts");
  if (mayLinkAccounts) await page.prefetch(page.trpc.serviceAccounts.list.queryOptions({}));
  await Promise.all([
    page.prefetch(page.trpc.apps.authentication.queryOptions({ appId })),
    page.prefetch(page.trpc.apps.secrets.queryOptions({ appId })),
  ]);
  return show(
    <AppSettings tenant={tenant} appId={appId} mayReadLog={mayReadLog} mayLinkAccounts={mayLinkAccounts} />,
  );
}
