import { areaTitle, consolePage } from "../../_frame/pages";
import { SignInMethods } from "./sign-in-methods";

export const generateMetadata = areaTitle("signInMethods");

export default consolePage("ManageConnectors", async (page) => {
  const may = { approve: page.may("ManageConnectorApprovals"), listApps: page.may("RegisterApps") };
  await page.prefetch(
    page.trpc.connectors.installed.queryOptions({}),
    page.trpc.federation.providers.queryOptions({}),
    ...(may.listApps ? [page.trpc.apps.list.queryOptions({})] : []),
  );
  return <SignInMethods tenant={page.tenant} may={may} />;
});
