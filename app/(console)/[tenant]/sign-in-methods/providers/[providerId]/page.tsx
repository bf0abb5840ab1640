import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { openPage } from "@/app/workspace";
import { container } from "@/server/container";
import { ProviderDetail } from "./provider-detail";

export const metadata: Metadata = { title: "Identity provider" };

export default async function ProviderPage({
  params,
}: PageProps<"/[tenant]/sign-in-methods/providers/[providerId]">) {
  const { tenant, providerId: text } = await params;
  const page = await openPage(tenant, "ManageConnectors");
  const providerId = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : notFound();
  const { config } = await container();
  await page.prefetch(page.trpc.federation.provider.queryOptions({ providerId }));
  return page.hydrate(<ProviderDetail tenant={tenant} providerId={providerId} baseUrl={config.BASE_URL} />);
}
