"use client";

import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { useExtracted } from "next-intl";
import Link from "next/link";
import type { ReactNode } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Badge, EmptyState, Skeleton } from "@/components/ui/feedback";
import { PageHeader, Section } from "@/components/ui/page";
import { RelativeTime } from "@/components/ui/text";
import { useDeviceName } from "@/components/ui/use-browser-name";
import { usePlaceName } from "@/components/ui/use-place-name";
import { PersonCell } from "../../_frame/people/person-cell";
import { QueryError } from "../../_frame/lists/query-error";
import { RiskBadge } from "../../_frame/sign-ins/risk-badge";
import { ActAsActions } from "../act-as/act-as-actions";
import { DeviceActions } from "../devices/device-actions";
import { ConnectorDecision } from "./connector-decision";
import { MfaDecision } from "../security/mfa-resets/mfa-decision";

/** Lists the pending decisions that the reader may make, the oldest first. */
export function Approvals({
  tenant,
  may,
}: {
  tenant: string;
  may: Record<"resets" | "devices" | "actAs" | "endAll" | "connectors" | "approveConnectors", boolean>;
}) {
  const t = useExtracted("approvals");
  const deviceName = useDeviceName();
  const placeName = usePlaceName();
  const trpc = useTRPC();
  const resets = useQuery({ ...trpc.mfaResets.list.queryOptions({}), enabled: may.resets });
  const devices = useQuery({ ...trpc.devices.pending.queryOptions({}), enabled: may.devices });
  const actAs = useQuery({ ...trpc.actAs.list.queryOptions({ limit: 200 }), enabled: may.actAs });
  const connectors = useQuery({ ...trpc.connectors.requests.queryOptions({}), enabled: may.connectors });
  const asked = actAs.data
    ?.filter(({ status, mine }) => status === "pending" || (mine && status === "approved"))
    .reverse();
  const waiting = resets.data?.filter(({ status }) => status === "pending").reverse();
  const nothing =
    (!may.resets || waiting?.length === 0) &&
    (!may.devices || devices.data?.length === 0) &&
    (!may.actAs || asked?.length === 0) &&
    (!may.connectors || connectors.data?.length === 0);
  return (
    <>
      <PageHeader
        title={t("Approvals")}
        description={t(
          "What waits for a decision: people who lost their second factor, new devices, requests to act as somebody, and sign-in methods for apps.",
        )}
      />
      {nothing ? (
        <div className="rounded-lg border border-line bg-surface">
          <EmptyState icon={Inbox} title={t("Nothing waits for you")}>
            {t(
              "Requests to reset a second factor, new devices that need an approval, requests to act as somebody, and requests for sign-in methods of apps come here.",
            )}
          </EmptyState>
        </div>
      ) : (
        <div className="space-y-4">
          {may.resets && (
            <Waiting
              title={t("Second factors to reset")}
              count={waiting?.length}
              more={{ label: t("All requests"), href: `/${tenant}/security/mfa-resets?status=all` }}
              error={
                resets.isLoadingError && (
                  <QueryError error={resets.error} retry={() => void resets.refetch()} />
                )
              }
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
                        {t.rich("Asked <asked></asked>, expires <expires></expires>", {
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
          )}
          {may.devices && (
            <Waiting
              title={t("New devices")}
              count={devices.data?.length}
              more={{ label: t("All devices"), href: `/${tenant}/devices` }}
              error={
                devices.isLoadingError && (
                  <QueryError error={devices.error} retry={() => void devices.refetch()} />
                )
              }
            >
              {devices.data?.map((device) => (
                <Item
                  key={device.deviceId}
                  who={<PersonCell tenant={tenant} {...device} />}
                  what={
                    <>
                      <span className="min-w-0 truncate font-medium text-ink">
                        {deviceName(device.label)}
                      </span>
                      <span className="min-w-0 truncate" suppressHydrationWarning>
                        {[device.place && placeName(device.place), device.ip].filter(Boolean).join(", ") ||
                          t("Unknown place")}
                      </span>
                      {device.waitReason && (
                        <span className="min-w-0 basis-full break-words text-ink">{device.waitReason}</span>
                      )}
                      <span>
                        {t.rich("First seen <time></time>, waits until somebody decides", {
                          time: () => <RelativeTime at={device.firstSeen} />,
                        })}
                      </span>
                    </>
                  }
                  actions={<DeviceActions device={device} />}
                />
              ))}
            </Waiting>
          )}
          {may.actAs && (
            <Waiting
              title={t("Acting as somebody")}
              count={asked?.length}
              more={{ label: t("All requests"), href: `/${tenant}/act-as` }}
              error={
                actAs.isLoadingError && <QueryError error={actAs.error} retry={() => void actAs.refetch()} />
              }
            >
              {asked?.map((request) => (
                <Item
                  key={request.requestId}
                  who={<PersonCell tenant={tenant} {...request.person} />}
                  what={
                    <>
                      <span>
                        {request.status === "pending"
                          ? t("Waits for the person’s answer")
                          : t("Agreed: you can begin")}
                      </span>
                      <span className="min-w-0 truncate">
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
                  actions={<ActAsActions request={request} mayEndAll={may.endAll} />}
                />
              ))}
            </Waiting>
          )}
          {may.connectors && (
            <Waiting
              title={t("Sign-in methods for apps")}
              count={connectors.data?.length}
              more={{ label: t("All methods"), href: `/${tenant}/sign-in-methods` }}
              error={
                connectors.isLoadingError && (
                  <QueryError error={connectors.error} retry={() => void connectors.refetch()} />
                )
              }
            >
              {connectors.data?.map((request) => (
                <Item
                  key={request.requestId}
                  who={<PersonCell tenant={tenant} {...request.requester} />}
                  what={
                    <>
                      <span className="min-w-0 basis-full break-words text-ink">{request.reason}</span>
                      <span className="min-w-0 truncate">
                        {request.label},{" "}
                        <Link
                          href={`/${tenant}/apps/${request.appId}/connectors`}
                          className="rounded text-accent-text underline"
                        >
                          {request.appName}
                        </Link>
                      </span>
                      <span>
                        {t.rich("Asked <asked></asked>, expires <expires></expires>", {
                          asked: () => <RelativeTime at={request.requestedAt} />,
                          expires: () => <RelativeTime at={request.expiresAt} />,
                        })}
                      </span>
                      {!may.approveConnectors && <span>{t("Waits for an owner")}</span>}
                    </>
                  }
                  actions={may.approveConnectors && <ConnectorDecision request={request} />}
                />
              ))}
            </Waiting>
          )}
        </div>
      )}
    </>
  );
}

function Waiting({
  title,
  count,
  more,
  error,
  children,
}: {
  title: string;
  count: number | undefined;
  more: { label: string; href: string };
  error: ReactNode;
  children: ReactNode;
}) {
  const t = useExtracted("approvals");
  return (
    <Section
      title={title}
      flush
      actions={
        <span className="flex items-center gap-3">
          {count !== undefined && (
            <Badge tone={count > 0 ? "warning" : "neutral"}>{t("{count, number} waiting", { count })}</Badge>
          )}
          <Link href={more.href} className="rounded text-sm text-accent-text hover:underline">
            {more.label}
          </Link>
        </span>
      }
    >
      {error ||
        (count === undefined ? (
          <Skeleton className="m-4" />
        ) : count === 0 ? (
          <p className="px-4 py-6 text-center text-ink-soft">{t("Nothing waits here.")}</p>
        ) : (
          <ul className="divide-y divide-line" aria-label={title}>
            {children}
          </ul>
        ))}
    </Section>
  );
}

const Item = ({ who, what, actions }: { who: ReactNode; what: ReactNode; actions: ReactNode }) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
    <div className="w-56 min-w-0 max-sm:w-full">{who}</div>
    <div className="flex min-w-0 flex-1 basis-60 flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-ink-soft">
      {what}
    </div>
    {actions}
  </li>
);
