import { getExtracted } from "next-intl/server";
import { recordPages, type PageInput } from "../../../_frame/pages";
import { TenantDetail } from "./tenant-detail";

const tenants = recordPages(
  "tenantId",
  "CreateTenants",
  ({ fetch, trpc }, tenantId) => fetch(trpc.platform.tenants.detail.queryOptions({ tenantId })),
  ({ name }) => name,
);

export async function generateMetadata(input: PageInput) {
  const t = await getExtracted("platform");
  return tenants.title(input, t("Organization"));
}

export default tenants.page(async (page) => {
  const { id: tenantId } = page;
  await page.prefetch(...page.feed(`tenant:${tenantId}`));
  return <TenantDetail tenantId={tenantId} mayReadLog={page.mayReadLog} />;
});
