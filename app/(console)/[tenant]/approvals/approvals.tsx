"use client";

import { Inbox } from "lucide-react";
import { useExtracted } from "next-intl";
import { EmptyState } from "@/components/ui/feedback";
import { PageHeader } from "@/components/ui/page/page";
import { RelativeTime } from "@/components/ui/text";
import { useDeviceName } from "@/components/ui/format/use-browser-name";
import { usePlaceName } from "@/components/ui/format/use-place-name";
import { useWaiting, type MayDecide, type AllWaiting } from "./use-waiting";
import { WaitingConnectors } from "./waiting-connectors";
import { PersonCell } from "../../_frame/people/person-cell";
import { ActAsActions } from "../act-as/act-as-actions";
import { Item, Waiting } from "./waiting";
import { DeviceActions } from "../devices/device-actions";
import { RiskBadge } from "../../_frame/sign-ins/risk-badge";
import { MfaDecision } from "../security/mfa-resets/mfa-decision";

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

/** Lists the pending requests to act as a user. Also lists the administrator's own requests that the user has approved. */
function WaitingActAs({
  tenant,
  query,
  waiting,
  mayEndAll,
}: { tenant: string; mayEndAll: boolean } & AllWaiting["actAs"]) {
  const t = useExtracted("approvals");
  return (
    <Waiting
      title={t("Acting as a user")}
      count={waiting?.length}
      more={{ label: t("All requests"), href: `/${tenant}/act-as` }}
      query={query}
    >
      {waiting?.map((request) => (
        <Item
          key={request.requestId}
          who={<PersonCell tenant={tenant} {...request.person} />}
          what={
            <>
              <span>
                {request.status === "pending"
                  ? t("Waiting for the person’s answer")
                  : t("Agreed: you can start")}
              </span>
              <span className="min-w-0 basis-full break-words">
                {request.mine ? t("You") : (request.requester.name ?? request.requester.email)}:{" "}
                <span className="text-ink">{request.reason}</span>
              </span>
              <span>
                {t.rich("Expires <time></time>", {
                  time: () => <RelativeTime at={request.expiresAt} />,
                })}
              </span>
            </>
          }
          actions={<ActAsActions request={request} mayEndAll={mayEndAll} />}
        />
      ))}
    </Waiting>
  );
}

/** Lists the new devices that need an approval. */
function WaitingDevices({ tenant, query, waiting }: { tenant: string } & AllWaiting["devices"]) {
  const t = useExtracted("approvals");
  const deviceName = useDeviceName();
  const placeName = usePlaceName();
  return (
    <Waiting
      title={t("New devices")}
      count={waiting?.length}
      more={{ label: t("All devices"), href: `/${tenant}/devices` }}
      query={query}
    >
      {waiting?.map((device) => (
        <Item
          key={device.deviceId}
          who={<PersonCell tenant={tenant} {...device} />}
          what={
            <>
              <span className="min-w-0 truncate font-medium text-ink">{deviceName(device.label)}</span>
              <span className="min-w-0 truncate" suppressHydrationWarning>
                {[device.place && placeName(device.place), device.ip].filter(Boolean).join(", ") ||
                  t("Unknown place")}
              </span>
              {device.waitReason && (
                <span className="min-w-0 basis-full break-words text-ink">{device.waitReason}</span>
              )}
              <span>
                {t.rich("First seen <time></time>, waiting for a decision", {
                  time: () => <RelativeTime at={device.firstSeen} />,
                })}
              </span>
            </>
          }
          actions={<DeviceActions device={device} />}
        />
      ))}
    </Waiting>
  );
}

/** Lists the pending requests of people who lost their second factor. */
function WaitingResets({ tenant, query, waiting }: { tenant: string } & AllWaiting["resets"]) {
  const t = useExtracted("approvals");
  return (
    <Waiting
      title={t("Second factor resets")}
      count={waiting?.length}
      more={{ label: t("All requests"), href: `/${tenant}/security/mfa-resets?status=all` }}
      query={query}
    >
      {waiting?.map((request) => (
        <Item
          key={request.requestId}
          who={<PersonCell tenant={tenant} {...request} name={request.userName} />}
          what={
            <>
              {request.riskTier && (
                <span className="inline-flex items-center gap-1.5">
                  {t("Risk")} <RiskBadge tier={request.riskTier} />
                </span>
              )}
              {request.reason ? (
                <span className="min-w-0 basis-full break-words text-ink">{request.reason}</span>
              ) : (
                <span>{t("No reason given")}</span>
              )}
              <span>
                {t.rich("Requested <asked></asked>, expires <expires></expires>", {
                  asked: () => <RelativeTime at={request.requestedAt} />,
                  expires: () => <RelativeTime at={request.expiresAt} />,
                })}
              </span>
            </>
          }
          actions={<MfaDecision request={request} />}
        />
      ))}
    </Waiting>
  );
}
