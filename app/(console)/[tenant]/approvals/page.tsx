import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { Words } from "@/app/_words/words";
import { openPage } from "@/app/workspace";
import { Approvals } from "./approvals";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("approvals");
  return { title: t("Approvals") };
}

export default async function ApprovalsPage({ params }: PageProps<"/[tenant]/approvals">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ReadOverview");
  const may = {
    resets: page.may("ManageMfaResets"),
    devices: page.may("ManageAccessRules"),
    actAs: page.may("ManageUsers"),
    endAll: page.may("ManageTenantAdmins"),
    connectors: page.may("ManageConnectors"),
    approveConnectors: page.may("ManageConnectorApprovals"),
  };
  await page.prefetch(
    ...(may.resets ? [page.trpc.mfaResets.list.queryOptions({})] : []),
    ...(may.actAs ? [page.trpc.actAs.list.queryOptions({ limit: 200 })] : []),
    ...(may.connectors ? [page.trpc.connectors.requests.queryOptions({})] : []),
    ...(may.devices ? [page.trpc.devices.pending.queryOptions({})] : []),
  );
  return page.hydrate(
    <Words of={["approvals", "act-as", "devices", "security"]}>
      <Approvals tenant={tenant} may={may} />
    </Words>,
  );
}
