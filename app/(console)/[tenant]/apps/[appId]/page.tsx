import { appPages } from "./app-page";
import { AppSettings } from "./settings";

export const generateMetadata = appPages.title("");

export default appPages.page("", async (page) => {
  const { id: appId } = page;
  const mayLinkAccounts = page.may("ManageServiceAccounts");
  await page.prefetch(
    page.trpc.apps.authentication.queryOptions({ appId }),
    page.trpc.apps.secrets.queryOptions({ appId }),
    ...(mayLinkAccounts ? [page.trpc.serviceAccounts.list.queryOptions({})] : []),
    ...page.feed(`app:${appId}`),
  );
  return (
    <AppSettings
      tenant={page.tenant}
      appId={appId}
      mayReadLog={page.mayReadLog}
      mayLinkAccounts={mayLinkAccounts}
    />
  );
});
