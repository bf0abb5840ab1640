import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { WebhooksTable } from "./webhooks-table";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("webhooks");
  return { title: t("Webhooks") };
}

export default async function WebhooksPage({ params }: PageProps<"/[tenant]/webhooks">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageWebhooks");
  await page.prefetch(page.trpc.webhooks.list.queryOptions({}), page.trpc.webhooks.counts.queryOptions({}));
  return page.hydrate(<WebhooksTable tenant={tenant} mayListApps={page.may("RegisterApps")} />);
}
