import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { createLoader } from "nuqs/server";
import { deliveryFilters, deliveryQuery } from "./filters";
import { WebhookDetail } from "./webhook-detail";
import { feedQuery } from "../../../_frame/log/feed-query";
import { openRecord } from "../../../_frame/records/open-record";
import { titleOf } from "../../../_frame/records/record";

const open = (params: PageProps<"/[tenant]/webhooks/[webhookId]">["params"]) =>
  openRecord(params, "webhookId", "ManageWebhooks", async ({ fetch, trpc }, webhookId) =>
    (await fetch(trpc.webhooks.list.queryOptions({}))).find((webhook) => webhook.webhookId === webhookId),
  );

export async function generateMetadata({
  params,
}: PageProps<"/[tenant]/webhooks/[webhookId]">): Promise<Metadata> {
  const t = await getExtracted("webhooks");
  return titleOf(async () => (await open(params)).record?.url, t("Webhook endpoint"));
}

const load = createLoader(deliveryFilters);

export default async function WebhookPage({
  params,
  searchParams,
}: PageProps<"/[tenant]/webhooks/[webhookId]">) {
  const { tenant } = await params;
  const { page, id: webhookId } = await open(params);
  const mayReadLog = page.may("ReadAuditLog");
  await page.prefetch(
    page.trpc.webhooks.history.queryOptions({ webhookId }),
    page.trpc.webhooks.deliveries.queryOptions(deliveryQuery(webhookId, await load(searchParams))),
    ...(mayReadLog ? [page.trpc.audit.page.queryOptions(feedQuery(`webhook:${webhookId}`))] : []),
  );
  return page.hydrate(
    <WebhookDetail
      tenant={tenant}
      webhookId={webhookId}
      mayListApps={page.may("RegisterApps")}
      mayReadLog={mayReadLog}
    />,
  );
}
