import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { Words } from "@/app/_words/words";
import { openPage } from "@/app/workspace";
import { CustomFieldsTable } from "./custom-fields-table";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("custom-fields");
  return { title: t("Custom fields") };
}

export default async function CustomFieldsPage({ params }: PageProps<"/[tenant]/custom-fields">) {
  const page = await openPage((await params).tenant, "ManageCustomFields");
  await page.prefetch(page.trpc.customFields.list.queryOptions({}));
  return page.hydrate(
    <Words of="custom-fields">
      <CustomFieldsTable />
    </Words>,
  );
}
