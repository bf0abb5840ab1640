import { areaTitle } from "../../_frame/pages";
import { riskFilters } from "./filters";
import { RiskOverview } from "./risk-overview";
import { securityPage } from "./security-page";

export const generateMetadata = areaTitle("security");

export default securityPage("ReadRiskSignals", async (page) => {
  const { days } = await page.filters(riskFilters);
  await page.prefetch(
    page.trpc.risk.events.queryOptions({ days }),
    page.trpc.risk.recent.queryOptions({ days }),
  );
  return <RiskOverview tenant={page.tenant} mayReadRules={page.may("ManageAccessRules")} />;
});
