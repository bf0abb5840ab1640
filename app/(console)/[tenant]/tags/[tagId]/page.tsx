import { getExtracted } from "next-intl/server";
import { recordPages, type PageInput } from "../../../_frame/pages";
import { peopleFilters, peopleQuery } from "./filters";
import { TagDetail } from "./tag-detail";

const tags = recordPages(
  "tagId",
  "ManageRelationshipTags",
  async ({ fetch, trpc }, tagId) =>
    (await fetch(trpc.tags.use.queryOptions({}))).find((tag) => tag.tagId === tagId),
  ({ name }) => name,
);

export async function generateMetadata(input: PageInput) {
  const t = await getExtracted("tags");
  return tags.title(input, t("Tag"));
}

export default tags.page(async (page) => {
  const { id: tagId } = page;
  await page.prefetch(
    page.trpc.tags.people.queryOptions(peopleQuery(tagId, await page.filters(peopleFilters))),
    ...page.feed(`tag:${tagId}`),
  );
  return (
    <TagDetail
      tenant={page.tenant}
      tagId={tagId}
      mayFindPeople={page.may("ManageUsers")}
      mayOpenApps={page.may("RegisterApps")}
      mayReadLog={page.mayReadLog}
    />
  );
});
