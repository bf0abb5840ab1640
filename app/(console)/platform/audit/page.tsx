import { getExtracted } from "next-intl/server";
import { consolePage } from "../../_frame/pages";
import { auditFilters, platformAuditQuery } from "../../_frame/log/audit-filters";
import { PlatformAudit } from "./platform-audit";

export async function generateMetadata() {
  const t = await getExtracted("platform");
  return { title: t("Platform audit log") };
}

export default consolePage("ReadPlatformAuditLog", async (page) => {
  await page.prefetch(
    page.trpc.platform.audit.page.queryOptions(platformAuditQuery(await page.filters(auditFilters))),
  );
  return <PlatformAudit />;
});
