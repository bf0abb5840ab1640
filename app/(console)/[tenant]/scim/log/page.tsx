import { getExtracted } from "next-intl/server";
import { PageHeader } from "@/components/ui/page/page";
import { consolePage } from "../../../_frame/pages";
import { ScimTabs } from "../_parts/scim-tabs";
import { logFilters, logQuery } from "./filters";
import { ProvisioningLog } from "./provisioning-log";

export async function generateMetadata() {
  const t = await getExtracted("scim");
  return { title: t("Provisioning log") };
}

export default consolePage("ManageCredentials", async (page) => {
  const t = await getExtracted("scim");
  await page.prefetch(
    page.trpc.scim.log.queryOptions(logQuery(await page.filters(logFilters))),
    page.trpc.scim.tokens.queryOptions({}),
  );
  return (
    <>
      <PageHeader
        title={t("SCIM provisioning")}
        description={t(
          "Requests from providers in the last 30 days, and the responses. Changes are also recorded in the audit log.",
        )}
      />
      <ScimTabs tenant={page.tenant} />
      <ProvisioningLog tenant={page.tenant} />
    </>
  );
});
