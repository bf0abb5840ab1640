import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { createLoader } from "nuqs/server";
import { openPage } from "@/app/workspace";
import { deliveryFilters, deliveryQuery } from "./filters";
import { WebhookDetail } from "./webhook-detail";
import { NotThere } from "../../../_frame/not-there";
import { recordId, titleOf } from "../../../_frame/record";

export async function generateMetadata({
  params,
}: PageProps<"/[tenant]/webhooks/[webhookId]">): Promise<Metadata> {
  const t = await getExtracted("webhooks");
  const { tenant, webhookId: text } = await params;
  const name = async () => {
    const page = await openPage(tenant, "ManageWebhooks");
    const webhookId = recordId(text) ?? 0;
    return (await page.fetch(page.trpc.webhooks.list.queryOptions({}))).find(
      (one) => one.webhookId === webhookId,
    )?.url;
  };
  return titleOf(name, t("Webhook endpoint"));
}

const load = createLoader(deliveryFilters);

export default async function WebhookPage({
  params,
  searchParams,
}: PageProps<"/[tenant]/webhooks/[webhookId]">) {
  const { tenant, webhookId: text } = await params;
  const page = await openPage(tenant, "ManageWebhooks");
  const webhookId = recordId(text);
  if (webhookId === null) return <NotThere />;
  await page.prefetch(
    page.trpc.webhooks.list.queryOptions({}),
    page.trpc.webhooks.history.queryOptions({ webhookId }),
    page.trpc.webhooks.deliveries.queryOptions(deliveryQuery(webhookId, await load(searchParams))),
  );
  return page.hydrate(
    <WebhookDetail
      tenant={tenant}
      webhookId={webhookId}
      mayListApps={page.may("RegisterApps")}
      mayReadLog={page.may("ReadAuditLog")}
    />,
  );
}
