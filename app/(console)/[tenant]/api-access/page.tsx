import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { Words } from "@/app/_words/words";
import { openPage } from "@/app/workspace";
import { tenantCapabilityNames } from "@/server/kernel/capabilities";
import { TenantCredentials } from "./tenant-credentials";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("api-access");
  return { title: t("API access") };
}

export default async function ApiAccessPage({ params }: PageProps<"/[tenant]/api-access">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageCredentials");
  await page.prefetch(page.trpc.credentials.list.queryOptions({}));
  // `grantable` contains only the capabilities of the signed-in administrator, because administrators can grant only their own
  // capabilities.
  return page.hydrate(
    <Words of={["api-access", "console-capabilities"]}>
      <TenantCredentials
        tenant={tenant}
        grantable={tenantCapabilityNames.filter((name) => page.may(name))}
        mayListAccounts={page.may("ManageServiceAccounts")}
      />
    </Words>,
  );
}
