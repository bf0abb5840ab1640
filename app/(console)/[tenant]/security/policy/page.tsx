import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { SecurityHeader } from "../security-header";
import { RiskPolicyPage } from "./risk-policy";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("security");
  return { title: t("Risk policy") };
}

export default async function SecurityPolicyPage({ params }: PageProps<"/[tenant]/security/policy">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ReadRiskSignals");
  await page.prefetch(page.trpc.risk.policy.queryOptions({}));
  return page.hydrate(
    <>
      <SecurityHeader tenant={tenant} mayResetMfa={page.may("ManageMfaResets")} />
      <RiskPolicyPage mayChange={page.may("ManageRiskSignals")} />
    </>,
  );
}
