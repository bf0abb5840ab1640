import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { TagsTable } from "./tags-table";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("tags");
  return { title: t("Tags") };
}

export default async function TagsPage({ params }: PageProps<"/[tenant]/tags">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageRelationshipTags");
  await page.prefetch(page.trpc.tags.use.queryOptions({}));
  return page.hydrate(<TagsTable tenant={tenant} />);
}
