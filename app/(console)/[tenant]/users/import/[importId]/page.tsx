import { getExtracted } from "next-intl/server";
import type { ImportColumn } from "@/server/domain/user-imports/user-imports.schema";
import { recordPages, type PageInput } from "../../../../_frame/pages";
import { rowFilters, rowsQuery } from "../../filters";
import { ImportDetail } from "./import-detail";

const imports = recordPages(
  "importId",
  "ManageUsers",
  ({ fetch, trpc }, importId) => fetch(trpc.userImports.get.queryOptions({ importId })),
  ({ fileName }) => fileName,
);

export async function generateMetadata(input: PageInput) {
  const t = await getExtracted("users");
  return imports.title(input, t("Import of users"));
}

export default imports.page(async (page) => {
  const { id: importId, record } = page;
  const rows = rowsQuery(importId, await page.filters(rowFilters));
  const columns = (record?.columns ?? []) as ImportColumn[];
  await page.prefetch(
    page.trpc.customFields.list.queryOptions({}),
    record?.status !== "draft"
      ? page.trpc.userImports.rows.queryOptions(rows)
      : page.trpc.userImports.preview.queryOptions({ ...rows, columns }),
  );
  return <ImportDetail tenant={page.tenant} importId={importId} />;
});
