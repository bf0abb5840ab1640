import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { createLoader } from "nuqs/server";
import { openPage } from "@/app/workspace";
import { riskFilters } from "./filters";
import { RiskOverview } from "./risk-overview";
import { SecurityHeader } from "./security-header";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("security");
  return { title: t("Security") };
}

const load = createLoader(riskFilters);

export default async function SecurityPage({ params, searchParams }: PageProps<"/[tenant]/security">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ReadRiskSignals");
  const { days } = await load(searchParams);
  await page.prefetch(
    page.trpc.risk.events.queryOptions({ days }),
    page.trpc.risk.recent.queryOptions({ days }),
  );
  return page.hydrate(
    <>
      <SecurityHeader tenant={tenant} mayResetMfa={page.may("ManageMfaResets")} />
      <RiskOverview tenant={tenant} mayReadRules={page.may("ManageAccessRules")} />
    </>,
  );
}
