import type { Metadata } from "next";
import { openPage } from "@/app/workspace";
import { AppsTable } from "./apps-table";

export const metadata: Metadata = { title: "Apps" };

export default async function AppsPage({ params }: PageProps<"/[tenant]/apps">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "RegisterApps");
  await page.prefetch(page.trpc.apps.rows.queryOptions({}));
  return page.hydrate(<AppsTable tenant={tenant} />);
}
