import type { Metadata } from "next";
import { openPage } from "@/app/workspace";
import { ImportStart } from "./import-start";

export const metadata: Metadata = { title: "Import users" };

export default async function ImportPage({ params }: PageProps<"/[tenant]/users/import">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageUsers");
  await page.prefetch(page.trpc.userImports.list.queryOptions({}));
  return page.hydrate(<ImportStart tenant={tenant} />);
}
