import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { NewProvider } from "./new-provider";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("sign-in-methods");
  return { title: t("New identity provider") };
}

export default async function NewProviderPage({
  params,
}: PageProps<"/[tenant]/sign-in-methods/providers/new">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageConnectors");
  return page.hydrate(<NewProvider tenant={tenant} />);
}
