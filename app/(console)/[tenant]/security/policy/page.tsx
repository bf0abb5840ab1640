import type { Metadata } from "next";
import { openPage } from "@/app/workspace";
import { SecurityHeader } from "../security-header";
import { RiskPolicyPage } from "./risk-policy";

export const metadata: Metadata = { title: "Risk policy" };

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
