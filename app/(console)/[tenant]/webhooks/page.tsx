import type { Metadata } from "next";
import { openPage } from "@/app/workspace";
import { WebhooksTable } from "./webhooks-table";

export const metadata: Metadata = { title: "Webhooks" };

export default async function WebhooksPage({ params }: PageProps<"/[tenant]/webhooks">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageWebhooks");
  await page.prefetch(page.trpc.webhooks.list.queryOptions({}));
  return page.hydrate(<WebhooksTable tenant={tenant} mayListApps={page.may("RegisterApps")} />);
}
