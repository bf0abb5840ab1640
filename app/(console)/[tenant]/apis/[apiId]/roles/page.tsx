import { apiPages } from "../api-page";
import { ApiRoles } from "./api-roles";

export const generateMetadata = apiPages.title("/roles");

export default apiPages.page("/roles", async (page) => {
  const { id: apiId } = page;
  await Promise.all([
    page.prefetch(page.trpc.apis.roles.list.queryOptions({ apiId })),
    page.prefetch(page.trpc.apis.scopes.list.queryOptions({ apiId })),
  ]);
  return <ApiRoles tenant={page.tenant} apiId={apiId} />;
});
