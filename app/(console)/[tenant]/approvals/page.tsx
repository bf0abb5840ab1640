import { Words } from "@/app/_words/words";
import { areaTitle, consolePage } from "../../_frame/pages";
import { Approvals } from "./approvals";

export const generateMetadata = areaTitle("approvals");

export default consolePage("ReadOverview", async (page) => {
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
  return (
    <Words of={["approvals", "act-as", "devices", "security"]}>
      <Approvals tenant={page.tenant} may={may} />
    </Words>
  );
});
