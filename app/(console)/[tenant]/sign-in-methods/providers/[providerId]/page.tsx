import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { notFound } from "next/navigation";
import { openPage } from "@/app/workspace";
import { container } from "@/server/container";
import { ProviderDetail } from "./provider-detail";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("sign-in-methods");
  return { title: t("Identity provider") };
}

export default async function ProviderPage({
  params,
}: PageProps<"/[tenant]/sign-in-methods/providers/[providerId]">) {
  const { tenant, providerId: text } = await params;
  const page = await openPage(tenant, "ManageConnectors");
  const providerId = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : notFound();
  const { config } = await container();
  await page.prefetch(page.trpc.federation.provider.queryOptions({ providerId }));
  return page.hydrate(
    <ProviderDetail
      tenant={tenant}
      providerId={providerId}
      baseUrl={config.BASE_URL}
      mayReadLog={page.may("ReadAuditLog")}
    />,
  );
}
