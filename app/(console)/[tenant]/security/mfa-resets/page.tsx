import { getExtracted } from "next-intl/server";
import { securityPage } from "../security-page";
import { MfaResetsTable } from "./mfa-resets-table";

export async function generateMetadata() {
  const t = await getExtracted("security");
  return { title: t("MFA resets") };
}

export default securityPage("ManageMfaResets", async (page) => {
  await page.prefetch(page.trpc.mfaResets.list.queryOptions({}));
  return <MfaResetsTable tenant={page.tenant} />;
});
