import type { Metadata } from "next";
import { openPage } from "@/app/workspace";
import { container } from "@/server/container";
import { DocumentWorkshop } from "./document-workshop";

export const metadata: Metadata = { title: "Documents" };

export default async function DocumentsPage({ params }: PageProps<"/[tenant]/documents">) {
  const { tenant } = await params;
  await openPage(tenant, "ManageTenantConfig");
  const { config } = await container();
  return <DocumentWorkshop baseUrl={config.BASE_URL} />;
}
