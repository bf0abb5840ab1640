import type { Metadata } from "next";
import { openPage } from "@/app/workspace";
import { TagsTable } from "./tags-table";

export const metadata: Metadata = { title: "Tags" };

export default async function TagsPage({ params }: PageProps<"/[tenant]/tags">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageRelationshipTags");
  await page.prefetch(page.trpc.tags.use.queryOptions({}));
  return page.hydrate(<TagsTable tenant={tenant} />);
}
