import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { SecurityHeader } from "../security-header";
import { CredentialHealth } from "./credential-health";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("security");
  return { title: t("Credential health") };
}

export default async function CredentialHealthPage({ params }: PageProps<"/[tenant]/security/credentials">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ReadRiskSignals");
  await page.prefetch(page.trpc.risk.credentialHealth.queryOptions({}));
  return page.hydrate(
    <>
      <SecurityHeader tenant={tenant} mayResetMfa={page.may("ManageMfaResets")} />
      <CredentialHealth />
    </>,
  );
}
