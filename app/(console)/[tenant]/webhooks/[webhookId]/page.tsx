import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { notFound } from "next/navigation";
import { createLoader } from "nuqs/server";
import { openPage } from "@/app/workspace";
import { deliveryFilters, deliveryQuery } from "./filters";
import { WebhookDetail } from "./webhook-detail";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("webhooks");
  return { title: t("Webhook endpoint") };
}

const load = createLoader(deliveryFilters);

export default async function WebhookPage({
  params,
  searchParams,
}: PageProps<"/[tenant]/webhooks/[webhookId]">) {
  const { tenant, webhookId: text } = await params;
  const page = await openPage(tenant, "ManageWebhooks");
  const webhookId = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : notFound();
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
