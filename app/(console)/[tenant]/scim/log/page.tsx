import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { createLoader } from "nuqs/server";
import { openPage } from "@/app/workspace";
import { PageHeader } from "@/components/ui/page/page";
import { ScimTabs } from "../_parts/scim-tabs";
import { logFilters, logQuery } from "./filters";
import { ProvisioningLog } from "./provisioning-log";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("scim");
  return { title: t("Provisioning log") };
}

const load = createLoader(logFilters);

export default async function LogPage({ params, searchParams }: PageProps<"/[tenant]/scim/log">) {
  const t = await getExtracted("scim");
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageCredentials");
  await page.prefetch(
    page.trpc.scim.log.queryOptions(logQuery(await load(searchParams))),
    page.trpc.scim.tokens.queryOptions({}),
  );
  return page.hydrate(
    <>
      <PageHeader
        title={t("SCIM provisioning")}
        description={t(
          "Requests from providers in the last 30 days, and the responses. Changes are also recorded in the audit log.",
        )}
      />
      <ScimTabs tenant={tenant} />
      <ProvisioningLog tenant={tenant} />
    </>,
  );
}
