import { getExtracted } from "next-intl/server";
import { openAppPage, appTitle } from "../open-app-page";
import { AppConnectors } from "./app-connectors";

export async function generateMetadata({ params }: PageProps<"/[tenant]/apps/[appId]/connectors">) {
  const t = await getExtracted("apps");
  return appTitle(params, t("Sign-in methods"));
}

export default async function AppConnectorsPage({ params }: PageProps<"/[tenant]/apps/[appId]/connectors">) {
  const { page, tenant, appId, show } = await openAppPage(params, "ManageConnectors");
  await page.prefetch(
    page.trpc.connectors.list.queryOptions({ appId }),
    page.trpc.connectors.requests.queryOptions({}),
  );
  return show(
    <AppConnectors tenant={tenant} appId={appId} mayApprove={page.may("ManageConnectorApprovals")} />,
  );
}
