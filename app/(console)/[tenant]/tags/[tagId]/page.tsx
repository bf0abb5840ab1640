import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { createLoader } from "nuqs/server";
import { peopleFilters, peopleQuery } from "./filters";
import { TagDetail } from "./tag-detail";
import { feedQuery } from "../../../_frame/log/feed-query";
import { openRecord } from "../../../_frame/records/open-record";
import { titleOf } from "../../../_frame/records/record";

const open = (params: PageProps<"/[tenant]/tags/[tagId]">["params"]) =>
  openRecord(params, "tagId", "ManageRelationshipTags", async ({ fetch, trpc }, tagId) =>
    (await fetch(trpc.tags.use.queryOptions({}))).find((tag) => tag.tagId === tagId),
  );

export async function generateMetadata({ params }: PageProps<"/[tenant]/tags/[tagId]">): Promise<Metadata> {
  const t = await getExtracted("tags");
  return titleOf(async () => (await open(params)).record?.name, t("Tag"));
}

const load = createLoader(peopleFilters);

export default async function TagPage({ params, searchParams }: PageProps<"/[tenant]/tags/[tagId]">) {
  const { tenant } = await params;
  const { page, id: tagId } = await open(params);
  const mayReadLog = page.may("ReadAuditLog");
  await page.prefetch(
    page.trpc.tags.people.queryOptions(peopleQuery(tagId, await load(searchParams))),
    ...(mayReadLog ? [page.trpc.audit.page.queryOptions(feedQuery(`tag:${tagId}`))] : []),
  );
  return page.hydrate(
    <TagDetail
      tenant={tenant}
      tagId={tagId}
      mayFindPeople={page.may("ManageUsers")}
      mayOpenApps={page.may("RegisterApps")}
      mayReadLog={mayReadLog}
    />,
  );
}
