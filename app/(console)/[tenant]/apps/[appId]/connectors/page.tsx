import { appPages } from "../app-page";
import { AppConnectors } from "./app-connectors";

export const generateMetadata = appPages.title("/connectors");

export default appPages.page("/connectors", async (page) => {
  const { id: appId } = page;
  await page.prefetch(
    page.trpc.connectors.list.queryOptions({ appId }),
    page.trpc.connectors.requests.queryOptions({}),
  );
  return (
    <AppConnectors tenant={page.tenant} appId={appId} mayApprove={page.may("ManageConnectorApprovals")} />
  );
});
