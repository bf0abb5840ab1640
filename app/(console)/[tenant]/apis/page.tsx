import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { ApisTable } from "./apis-table";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("apis");
  return { title: t("APIs") };
}

export default async function ApisPage({ params }: PageProps<"/[tenant]/apis">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "RegisterApps");
  await page.prefetch(page.trpc.apis.list.queryOptions({}));
  return page.hydrate(<ApisTable tenant={tenant} />);
}
