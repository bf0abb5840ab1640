import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { container } from "@/server/container";
import { NewTemplate } from "./new-template";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("documents");
  return { title: t("New template") };
}

export default async function NewTemplatePage({ params }: PageProps<"/[tenant]/documents/new">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageTenantConfig");
  const { config } = await container();
  return page.hydrate(<NewTemplate tenant={tenant} baseUrl={config.BASE_URL} />);
}
