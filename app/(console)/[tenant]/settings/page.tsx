import { notFound } from "next/navigation";
import { Words } from "@/app/_words/words";
import { container } from "@/server/container";
import { areaTitle, consolePage } from "../../_frame/pages";
import { GeneralSettings } from "./general-settings";

export const generateMetadata = areaTitle("general");

export default consolePage("ManageTenantConfig", async (page) => {
  if (page.actor.scope !== "tenant") notFound();
  const { config } = await container();
  const mayReadLog = page.may("ReadAuditLog");
  await page.prefetch(
    page.trpc.tenantConfig.get.queryOptions({}),
    ...(mayReadLog ? [page.trpc.audit.settings.queryOptions({})] : []),
  );
  return (
    <Words of="settings">
      <GeneralSettings
        tenantId={page.actor.tenantId}
        slug={page.tenant}
        baseUrl={config.BASE_URL}
        mayReadLog={mayReadLog}
        mayTrimLog={page.may("ManageDataExport")}
      />
    </Words>
  );
});
