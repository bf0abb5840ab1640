import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { container } from "@/server/container";
import { ProviderDetail } from "./provider-detail";
import { NotThere } from "../../../../_frame/not-there";
import { recordId, titleOf } from "../../../../_frame/record";

export async function generateMetadata({
  params,
}: PageProps<"/[tenant]/sign-in-methods/providers/[providerId]">): Promise<Metadata> {
  const t = await getExtracted("sign-in-methods");
  const { tenant, providerId: text } = await params;
  const name = async () => {
    const page = await openPage(tenant, "ManageConnectors");
    const providerId = recordId(text) ?? 0;
    return (await page.fetch(page.trpc.federation.provider.queryOptions({ providerId }))).name;
  };
  return titleOf(name, t("Identity provider"));
}

export default async function ProviderPage({
  params,
}: PageProps<"/[tenant]/sign-in-methods/providers/[providerId]">) {
  const { tenant, providerId: text } = await params;
  const page = await openPage(tenant, "ManageConnectors");
  const providerId = recordId(text);
  if (providerId === null) return <NotThere />;
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
