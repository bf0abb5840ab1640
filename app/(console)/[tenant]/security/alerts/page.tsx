import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { SecurityHeader } from "../security-header";
import { AlertsTable } from "./alerts-table";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("security");
  return { title: t("Security alerts") };
}

export default async function AlertsTablePage({ params }: PageProps<"/[tenant]/security/alerts">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ReadRiskSignals");
  await page.prefetch(page.trpc.risk.alerts.queryOptions({ limit: 200 }));
  return page.hydrate(
    <>
      <SecurityHeader tenant={tenant} mayResetMfa={page.may("ManageMfaResets")} />
      <AlertsTable mayAcknowledge={page.may("ManageRiskSignals")} />
    </>,
  );
}
