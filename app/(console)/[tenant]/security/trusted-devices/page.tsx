import type { Metadata } from "next";
import { openPage } from "@/app/workspace";
import { SecurityHeader } from "../security-header";
import { TrustedDevices } from "./trusted-devices";

export const metadata: Metadata = { title: "Trusted devices" };

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
