import { areaTitle, consolePage } from "../../_frame/pages";
import { TagsTable } from "./tags-table";

export const generateMetadata = areaTitle("tags");

export default consolePage("ManageRelationshipTags", async (page) => {
  await page.prefetch(page.trpc.tags.use.queryOptions({}));
  return <TagsTable tenant={page.tenant} />;
});
