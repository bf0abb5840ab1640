import { getExtracted } from "next-intl/server";
import { securityPage } from "../security-page";
import { TrustedDevices } from "./trusted-devices";

export async function generateMetadata() {
  const t = await getExtracted("security");
  return { title: t("Trusted devices") };
}

export default securityPage("ReadRiskSignals", async (page) => {
  await page.prefetch(page.trpc.risk.trustedDevices.queryOptions({}));
  return <TrustedDevices tenant={page.tenant} mayStop={page.may("ManageRiskSignals")} />;
});
