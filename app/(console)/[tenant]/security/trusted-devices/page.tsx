import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { SecurityHeader } from "../security-header";
import { TrustedDevices } from "./trusted-devices";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("security");
  return { title: t("Trusted devices") };
}

export default async function TrustedDevicesPage({
  params,
}: PageProps<"/[tenant]/security/trusted-devices">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ReadRiskSignals");
  await page.prefetch(page.trpc.risk.trustedDevices.queryOptions({}));
  return page.hydrate(
    <>
      <SecurityHeader tenant={tenant} mayResetMfa={page.may("ManageMfaResets")} />
      <TrustedDevices tenant={tenant} mayStop={page.may("ManageRiskSignals")} />
    </>,
  );
}
