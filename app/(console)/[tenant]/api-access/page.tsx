import { Words } from "@/app/_words/words";
import { tenantCapabilityNames } from "@/server/kernel/capabilities";
import { areaTitle, consolePage } from "../../_frame/pages";
import { TenantCredentials } from "./tenant-credentials";

export const generateMetadata = areaTitle("apiAccess");

export default consolePage("ManageCredentials", async (page) => {
  await page.prefetch(page.trpc.credentials.list.queryOptions({}));
  // `grantable` contains only the capabilities of the signed-in administrator, because administrators can grant only their own
  // capabilities.
  return (
    <Words of={["api-access", "console-capabilities"]}>
      <TenantCredentials
        tenant={page.tenant}
        grantable={tenantCapabilityNames.filter((name) => page.may(name))}
        mayListAccounts={page.may("ManageServiceAccounts")}
      />
    </Words>
  );
});
