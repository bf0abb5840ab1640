import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { ImportDetail } from "./import-detail";
import { openRecord } from "../../../../_frame/open-record";
import { titleOf } from "../../../../_frame/record";

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

export default async function OneImportPage({ params }: PageProps<"/[tenant]/users/import/[importId]">) {
  const { tenant } = await params;
  const { page, id: importId } = await open(params);
  await page.prefetch(page.trpc.customFields.list.queryOptions({}));
  return page.hydrate(<ImportDetail tenant={tenant} importId={importId} />);
}
