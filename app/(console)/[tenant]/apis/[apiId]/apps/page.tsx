import { apiPages } from "../api-page";
import { ApiApps } from "./api-apps";

export const generateMetadata = apiPages.title("/apps");

export default apiPages.page("/apps", async (page) => {
  const { id: apiId } = page;
  await page.prefetch(page.trpc.apis.apps.list.queryOptions({ apiId }));
  return <ApiApps tenant={page.tenant} apiId={apiId} />;
});
