import { getExtracted } from "next-intl/server";
import { securityPage } from "../security-page";
import { RiskPolicyPage } from "./risk-policy";

export async function generateMetadata() {
  const t = await getExtracted("security");
  return { title: t("Risk policy") };
}

export default securityPage("ReadRiskSignals", async (page) => {
  await page.prefetch(page.trpc.risk.policy.queryOptions({}));
  return <RiskPolicyPage mayChange={page.may("ManageRiskSignals")} />;
});
