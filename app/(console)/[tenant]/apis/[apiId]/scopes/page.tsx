import { apiPages } from "../api-page";
import { ApiScopes } from "./api-scopes";

export const generateMetadata = apiPages.title("/scopes");

export default apiPages.page("/scopes", async (page) => {
  const { id: apiId } = page;
  await page.prefetch(page.trpc.apis.scopes.list.queryOptions({ apiId }));
  return <ApiScopes apiId={apiId} />;
});
