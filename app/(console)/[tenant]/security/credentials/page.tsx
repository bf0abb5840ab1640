import { getExtracted } from "next-intl/server";
import { securityPage } from "../security-page";
import { CredentialHealth } from "./credential-health";

export async function generateMetadata() {
  const t = await getExtracted("security");
  return { title: t("Credential health") };
}

export default securityPage("ReadRiskSignals", async (page) => {
  await page.prefetch(page.trpc.risk.credentialHealth.queryOptions({}));
  return <CredentialHealth />;
});
