import { getExtracted } from "next-intl/server";
import { securityPage } from "../security-page";
import { AlertsTable } from "./alerts-table";
import { alertFilters, alertsQuery } from "../filters";

export async function generateMetadata() {
  const t = await getExtracted("security");
  return { title: t("Security alerts") };
}

export default securityPage("ReadRiskSignals", async (page) => {
  await page.prefetch(page.trpc.risk.alerts.queryOptions(alertsQuery(await page.filters(alertFilters))));
  return <AlertsTable mayAcknowledge={page.may("ManageRiskSignals")} />;
});
