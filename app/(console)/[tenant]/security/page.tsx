import type { Metadata } from "next";
import { createLoader } from "nuqs/server";
import { openPage } from "@/app/workspace";
import { riskFilters } from "./filters";
import { RiskOverview } from "./risk-overview";
import { SecurityHeader } from "./security-header";

export const metadata: Metadata = { title: "Security" };

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
      <RiskOverview tenant={tenant} />
    </>,
  );
}
