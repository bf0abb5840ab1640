import { getExtracted } from "next-intl/server";
import { openAppPage, appTitle } from "../open-app-page";
import { AppRoles } from "./app-roles";

export async function generateMetadata({ params }: PageProps<"/[tenant]/apps/[appId]/roles">) {
  const t = await getExtracted("apps");
  return appTitle(params, t("App roles"));
}

export default async function AppRolesPage({ params }: PageProps<"/[tenant]/apps/[appId]/roles">) {
  const { page, tenant, appId, show } = await openAppPage(params, "ManageRoles");
  await page.prefetch(page.trpc.apps.roles.rows.queryOptions({ appId }));
  return show(<AppRoles tenant={tenant} appId={appId} />);
}
