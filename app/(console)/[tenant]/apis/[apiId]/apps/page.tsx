import { getExtracted } from "next-intl/server";
import { apiTitle, openApiPage } from "../open-api-page";
import { ApiApps } from "./api-apps";

export async function generateMetadata({ params }: PageProps<"/[tenant]/apis/[apiId]/apps">) {
  const t = await getExtracted("apis");
  return apiTitle(params, t("Apps"));
}

export default async function ApiAppsPage({ params }: PageProps<"/[tenant]/apis/[apiId]/apps">) {
  const { page, tenant, apiId, show } = await openApiPage(params);
  await page.prefetch(page.trpc.apis.apps.list.queryOptions({ apiId }));
  return show(<ApiApps tenant={tenant} apiId={apiId} />);
}
