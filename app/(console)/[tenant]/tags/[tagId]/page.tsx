import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { createLoader } from "nuqs/server";
import { openPage } from "@/app/workspace";
import { peopleFilters, peopleQuery } from "./filters";
import { TagDetail } from "./tag-detail";
import { NotThere } from "../../../_frame/not-there";
import { recordId, titleOf } from "../../../_frame/record";

export async function generateMetadata({ params }: PageProps<"/[tenant]/tags/[tagId]">): Promise<Metadata> {
  const t = await getExtracted("tags");
  const { tenant, tagId: text } = await params;
  const name = async () => {
    const page = await openPage(tenant, "ManageRelationshipTags");
    const tagId = recordId(text) ?? 0;
    return (await page.fetch(page.trpc.tags.use.queryOptions({}))).find((one) => one.tagId === tagId)?.name;
  };
  return titleOf(name, t("Tag"));
}

const load = createLoader(peopleFilters);

export default async function TagPage({ params, searchParams }: PageProps<"/[tenant]/tags/[tagId]">) {
  const { tenant, tagId: text } = await params;
  const page = await openPage(tenant, "ManageRelationshipTags");
  const tagId = recordId(text);
  if (tagId === null) return <NotThere />;
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
