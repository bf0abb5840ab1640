import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { container } from "@/server/container";
import { ProviderDetail } from "./provider-detail";
import { feedQuery } from "../../../../_frame/log/feed-query";
import { openRecord } from "../../../../_frame/records/open-record";
import { titleOf } from "../../../../_frame/records/record";

const open = (params: PageProps<"/[tenant]/sign-in-methods/providers/[providerId]">["params"]) =>
  openRecord(params, "providerId", "ManageConnectors", ({ fetch, trpc }, providerId) =>
    fetch(trpc.federation.provider.queryOptions({ providerId })),
  );

export async function generateMetadata({
  params,
}: PageProps<"/[tenant]/sign-in-methods/providers/[providerId]">): Promise<Metadata> {
  const t = await getExtracted("sign-in-methods");
  return titleOf(async () => (await open(params)).record?.name, t("Identity provider"));
}

export default async function ProviderPage({
  params,
}: PageProps<"/[tenant]/sign-in-methods/providers/[providerId]">) {
  const { tenant } = await params;
  const { page, id: providerId, record } = await open(params);
  const mayReadLog = page.may("ReadAuditLog");
  await page.prefetch(
    ...(record?.hasOwnKeys ? [page.trpc.federation.keys.queryOptions({ providerId })] : []),
    ...(mayReadLog ? [page.trpc.audit.page.queryOptions(feedQuery(`identity_provider:${providerId}`))] : []),
  );
  const { config } = await container();
  return page.hydrate(
    <ProviderDetail
      tenant={tenant}
      providerId={providerId}
      baseUrl={config.BASE_URL}
      mayReadLog={mayReadLog}
    />,
  );
}
