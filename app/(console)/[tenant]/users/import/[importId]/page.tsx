import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { createLoader } from "nuqs/server";
import type { ImportColumn } from "@/server/domain/user-imports/user-imports.schema";
import { rowFilters, rowsQuery } from "./filters";
import { ImportDetail } from "./import-detail";
import { openRecord } from "../../../../_frame/records/open-record";
import { titleOf } from "../../../../_frame/records/record";

const open = (params: PageProps<"/[tenant]/users/import/[importId]">["params"]) =>
  openRecord(params, "importId", "ManageUsers", ({ fetch, trpc }, importId) =>
    fetch(trpc.userImports.get.queryOptions({ importId })),
  );

export async function generateMetadata({
  params,
}: PageProps<"/[tenant]/users/import/[importId]">): Promise<Metadata> {
  const t = await getExtracted("users");
  return titleOf(async () => (await open(params)).record?.fileName, t("Import of users"));
}

const load = createLoader(rowFilters);

export default async function OneImportPage({
  params,
  searchParams,
}: PageProps<"/[tenant]/users/import/[importId]">) {
  const { tenant } = await params;
  const { page, id: importId, record } = await open(params);
  const rows = rowsQuery(importId, await load(searchParams));
  const columns = (record?.columns ?? []) as ImportColumn[];
  await page.prefetch(
    page.trpc.customFields.list.queryOptions({}),
    record?.status !== "draft"
      ? page.trpc.userImports.rows.queryOptions(rows)
      : page.trpc.userImports.preview.queryOptions({ ...rows, columns }),
  );
  return page.hydrate(<ImportDetail tenant={tenant} importId={importId} />);
}
