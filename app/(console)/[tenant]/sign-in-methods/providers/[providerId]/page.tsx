import { getExtracted } from "next-intl/server";
import { container } from "@/server/container";
import { recordPages, type PageInput } from "../../../../_frame/pages";
import { ProviderDetail } from "./provider-detail";

const providers = recordPages(
  "providerId",
  "ManageConnectors",
  ({ fetch, trpc }, providerId) => fetch(trpc.federation.provider.queryOptions({ providerId })),
  ({ name }) => name,
);

export async function generateMetadata(input: PageInput) {
  const t = await getExtracted("sign-in-methods");
  return providers.title(input, t("Identity provider"));
}

export default providers.page(async (page) => {
  const { id: providerId, record } = page;
  await page.prefetch(
    ...(record?.hasOwnKeys ? [page.trpc.federation.keys.queryOptions({ providerId })] : []),
    ...page.feed(`identity_provider:${providerId}`),
  );
  const { config } = await container();
  return (
    <ProviderDetail
      tenant={page.tenant}
      providerId={providerId}
      baseUrl={config.BASE_URL}
      mayReadLog={page.mayReadLog}
    />
  );
});
