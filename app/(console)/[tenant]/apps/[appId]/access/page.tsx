import { getExtracted } from "next-intl/server";
import { openAppPage, appTitle } from "../open-app-page";
import { AppAccess } from "./app-access";

export async function generateMetadata({ params }: PageProps<"/[tenant]/apps/[appId]/access">) {
  const t = await getExtracted("apps");
  return appTitle(params, t("Access"));
}

export default async function AppAccessPage({ params }: PageProps<"/[tenant]/apps/[appId]/access">) {
  const { page, tenant, appId, show } = await openAppPage(params, "RegisterApps");
  const mayTag = page.may("ManageRelationshipTags");
  await page.prefetch(
    page.trpc.apps.access.lists.queryOptions({ appId }),
    ...(mayTag ? [page.trpc.tags.list.queryOptions({})] : []),
  );
  return show(<AppAccess tenant={tenant} appId={appId} mayTag={mayTag} mayFind={page.may("ManageUsers")} />);
}
