import type { Metadata } from "next";
import { openPage } from "@/app/workspace";
import { NewProvider } from "./new-provider";

export const metadata: Metadata = { title: "New identity provider" };

export default async function NewProviderPage({
  params,
}: PageProps<"/[tenant]/sign-in-methods/providers/new">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageConnectors");
  return page.hydrate(<NewProvider tenant={tenant} />);
}
