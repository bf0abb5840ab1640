import { getExtracted } from "next-intl/server";
import { securityPage } from "../security-page";
import { SessionIntelligence } from "./session-intelligence";

export async function generateMetadata() {
  const t = await getExtracted("security");
  return { title: t("Active sessions") };
}

export default securityPage("ReadRiskSignals", async (page) => {
  await page.prefetch(page.trpc.risk.sessions.queryOptions({}));
  return <SessionIntelligence tenant={page.tenant} />;
});
