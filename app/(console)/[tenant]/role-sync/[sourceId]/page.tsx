import { getExtracted } from "next-intl/server";
import { recordPages, type PageInput } from "../../../_frame/pages";
import { SourceDetail } from "./source-detail";

const sources = recordPages(
  "sourceId",
  "ManageRoleSync",
  ({ fetch, trpc }, sourceId) => fetch(trpc.roleSync.get.queryOptions({ sourceId })),
  ({ name }) => name,
);

export async function generateMetadata(input: PageInput) {
  const t = await getExtracted("role-sync");
  return sources.title(input, t("Role sync source"));
}

export default sources.page(async (page) => {
  const { id: sourceId } = page;
  await page.prefetch(
    page.trpc.roleSync.list.queryOptions({}),
    page.trpc.roleSync.runs.queryOptions({ sourceId }),
    ...page.feed(`source:${sourceId}`),
  );
  return (
    <SourceDetail
      tenant={page.tenant}
      sourceId={sourceId}
      mayListRoles={page.may("ManageRoles")}
      mayReadLog={page.mayReadLog}
    />
  );
});
