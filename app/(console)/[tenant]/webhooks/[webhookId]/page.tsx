import { getExtracted } from "next-intl/server";
import { recordPages, type PageInput } from "../../../_frame/pages";
import { deliveryFilters, deliveryQuery } from "./filters";
import { WebhookDetail } from "./webhook-detail";

const webhooks = recordPages(
  "webhookId",
  "ManageWebhooks",
  async ({ fetch, trpc }, webhookId) =>
    (await fetch(trpc.webhooks.list.queryOptions({}))).find((webhook) => webhook.webhookId === webhookId),
  ({ url }) => url,
);

export async function generateMetadata(input: PageInput) {
  const t = await getExtracted("webhooks");
  return webhooks.title(input, t("Webhook endpoint"));
}

export default webhooks.page(async (page) => {
  const { id: webhookId } = page;
  await page.prefetch(
    page.trpc.webhooks.history.queryOptions({ webhookId }),
    page.trpc.webhooks.deliveries.queryOptions(deliveryQuery(webhookId, await page.filters(deliveryFilters))),
    ...page.feed(`webhook:${webhookId}`),
  );
  return (
    <WebhookDetail
      tenant={page.tenant}
      webhookId={webhookId}
      mayListApps={page.may("RegisterApps")}
      mayReadLog={page.mayReadLog}
    />
  );
});
