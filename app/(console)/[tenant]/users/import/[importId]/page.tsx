import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { ImportDetail } from "./import-detail";
import { NotThere } from "../../../../_frame/not-there";
import { recordId, titleOf } from "../../../../_frame/record";

export async function generateMetadata({
  params,
}: PageProps<"/[tenant]/users/import/[importId]">): Promise<Metadata> {
  const t = await getExtracted("users");
  const { tenant, importId: text } = await params;
  const name = async () => {
    const page = await openPage(tenant, "ManageUsers");
    const importId = recordId(text) ?? 0;
    return (await page.fetch(page.trpc.userImports.get.queryOptions({ importId }))).fileName;
  };
  return titleOf(name, t("Import of users"));
}

export default async function OneImportPage({ params }: PageProps<"/[tenant]/users/import/[importId]">) {
  const { tenant, importId: text } = await params;
  const page = await openPage(tenant, "ManageUsers");
  const importId = recordId(text);
  if (importId === null) return <NotThere />;
  await page.prefetch(
    page.trpc.userImports.get.queryOptions({ importId }),
    page.trpc.customFields.list.queryOptions({}),
  );
  return page.hydrate(<ImportDetail tenant={tenant} importId={importId} />);
}
