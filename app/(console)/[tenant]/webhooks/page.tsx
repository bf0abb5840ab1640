import { areaTitle, consolePage } from "../../_frame/pages";
import { WebhooksTable } from "./webhooks-table";

export const generateMetadata = areaTitle("webhooks");

export default consolePage("ManageWebhooks", async (page) => {
  await page.prefetch(page.trpc.webhooks.list.queryOptions({}), page.trpc.webhooks.counts.queryOptions({}));
  return <WebhooksTable tenant={page.tenant} mayListApps={page.may("RegisterApps")} />;
});
