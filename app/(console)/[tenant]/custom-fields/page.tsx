import type { Metadata } from "next";
import { openPage } from "@/app/workspace";
import { CustomFieldsTable } from "./custom-fields-table";

export const metadata: Metadata = { title: "Custom fields" };

export default async function CustomFieldsPage({ params }: PageProps<"/[tenant]/custom-fields">) {
  const page = await openPage((await params).tenant, "ManageCustomFields");
  await page.prefetch(page.trpc.customFields.list.queryOptions({}));
  return page.hydrate(<CustomFieldsTable />);
}
