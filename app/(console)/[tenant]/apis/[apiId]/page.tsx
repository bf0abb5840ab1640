import { ApiSettings } from "./api-settings";
import { apiPages } from "./api-page";

export const generateMetadata = apiPages.title("");

export default apiPages.page("", async (page) => {
  await page.prefetch(...page.feed(`api:${page.id}`));
  return <ApiSettings tenant={page.tenant} apiId={page.id} mayReadLog={page.mayReadLog} />;
});
