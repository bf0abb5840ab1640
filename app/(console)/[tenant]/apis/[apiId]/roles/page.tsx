import { getExtracted } from "next-intl/server";
import { apiTitle, openApiPage } from "../open-api-page";
import { ApiRoles } from "./api-roles";

export async function generateMetadata({ params }: PageProps<"/[tenant]/apis/[apiId]/roles">) {
  const t = await getExtracted("apis");
  return apiTitle(params, t("Roles"));
}

export default async function ApiRolesPage({ params }: PageProps<"/[tenant]/apis/[apiId]/roles">) {
  const { page, tenant, apiId, show } = await openApiPage(params);
  await Promise.all([
    page.prefetch(page.trpc.apis.roles.list.queryOptions({ apiId })),
    page.prefetch(page.trpc.apis.scopes.list.queryOptions({ apiId })),
  ]);
  return show(<ApiRoles tenant={tenant} apiId={apiId} />);
}
