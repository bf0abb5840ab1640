import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { notFound } from "next/navigation";
import { createLoader } from "nuqs/server";
import { openPage } from "@/app/workspace";
import { peopleFilters, peopleQuery } from "./filters";
import { TagDetail } from "./tag-detail";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("tags");
  return { title: t("Tag") };
}

const load = createLoader(peopleFilters);

export default async function TagPage({ params, searchParams }: PageProps<"/[tenant]/tags/[tagId]">) {
  const { tenant, tagId: text } = await params;
  const page = await openPage(tenant, "ManageRelationshipTags");
  const tagId = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : notFound();
  await page.prefetch(
    page.trpc.tags.use.queryOptions({}),
    page.trpc.tags.people.queryOptions(peopleQuery(tagId, await load(searchParams))),
  );
  return page.hydrate(
    <TagDetail
      tenant={tenant}
      tagId={tagId}
      mayFindPeople={page.may("ManageUsers")}
      mayOpenApps={page.may("RegisterApps")}
      mayReadLog={page.may("ReadAuditLog")}
    />,
  );
}
