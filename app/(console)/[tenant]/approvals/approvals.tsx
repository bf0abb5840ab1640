"use client";

import { Inbox } from "lucide-react";
import { useExtracted } from "next-intl";
import { EmptyState } from "@/components/ui/feedback";
import { PageHeader } from "@/components/ui/page/page";
import { useWaiting, type MayDecide } from "./use-waiting";
import { WaitingActAs } from "./waiting-act-as";
import { WaitingConnectors } from "./waiting-connectors";
import { WaitingDevices } from "./waiting-devices";
import { WaitingResets } from "./waiting-resets";

/** Lists the pending decisions that the administrator may make, the oldest first. */
export function Approvals({ tenant, may }: { tenant: string; may: MayDecide }) {
  const t = useExtracted("approvals");
  const all = useWaiting(may);
  const kinds = ["resets", "devices", "actAs", "connectors"] as const;
  const nothing = kinds.every((kind) => !may[kind] || all[kind].waiting?.length === 0);
  return (
    <>
      <PageHeader
        title={t("Approvals")}
        description={t(
          "Pending requests: lost second factors, new devices, requests to act as a user, and sign-in methods for apps.",
        )}
      />
      {nothing ? (
        <div className="rounded-lg border border-line bg-surface">
          <EmptyState icon={Inbox} title={t("No pending approvals")}>
            {t(
              "Requests to reset a second factor, to approve a new device, to act as a user, and to use a sign-in method in an app appear here.",
            )}
          </EmptyState>
        </div>
      ) : (
        <div className="space-y-4">
          {may.resets && <WaitingResets tenant={tenant} {...all.resets} />}
          {may.devices && <WaitingDevices tenant={tenant} {...all.devices} />}
          {may.actAs && <WaitingActAs tenant={tenant} {...all.actAs} mayEndAll={may.endAll} />}
          {may.connectors && (
            <WaitingConnectors tenant={tenant} {...all.connectors} mayApprove={may.approveConnectors} />
          )}
        </div>
      )}
    </>
  );
}
