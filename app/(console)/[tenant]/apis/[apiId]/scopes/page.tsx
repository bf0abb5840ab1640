import { getExtracted } from "next-intl/server";
import { apiTitle, openApiPage } from "../open-api-page";
import { ApiScopes } from "./api-scopes";

export async function generateMetadata({ params }: PageProps<"/[tenant]/apis/[apiId]/scopes">) {
  const t = await getExtracted("apis");
  return apiTitle(params, t("Scopes"));
}

export default async function ApiScopesPage({ params }: PageProps<"/[tenant]/apis/[apiId]/scopes">) {
  const { page, apiId, show } = await openApiPage(params);
  await page.prefetch(page.trpc.apis.scopes.list.queryOptions({ apiId }));
  return show(<ApiScopes apiId={apiId} />);
}
