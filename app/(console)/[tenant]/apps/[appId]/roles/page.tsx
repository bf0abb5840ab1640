import type { Metadata } from "next";
import { openAppPage } from "../open-app-page";
import { AppRoles } from "./app-roles";

export const metadata: Metadata = { title: "App roles" };

export default async function AppRolesPage({ params }: PageProps<"/[tenant]/apps/[appId]/roles">) {
  const { page, tenant, appId, show } = await openAppPage(params, "ManageRoles");
  await page.prefetch(page.trpc.apps.roles.rows.queryOptions({ appId }));
  return show(<AppRoles tenant={tenant} appId={appId} />);
}
