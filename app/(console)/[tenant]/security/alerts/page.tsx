import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { createLoader } from "nuqs/server";
import { openPage } from "@/app/workspace";
import { SecurityHeader } from "../security-header";
import { AlertsTable } from "./alerts-table";
import { alertFilters, alertsQuery } from "./filters";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("security");
  return { title: t("Security alerts") };
}

const load = createLoader(alertFilters);

export default async function AlertsTablePage({
  params,
  searchParams,
}: PageProps<"/[tenant]/security/alerts">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ReadRiskSignals");
  await page.prefetch(page.trpc.risk.alerts.queryOptions(alertsQuery(await load(searchParams))));
  return page.hydrate(
    <>
      <SecurityHeader tenant={tenant} mayResetMfa={page.may("ManageMfaResets")} />
      <AlertsTable mayAcknowledge={page.may("ManageRiskSignals")} />
    </>,
  );
}
