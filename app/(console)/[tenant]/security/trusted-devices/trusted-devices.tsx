"use client";

import { useQuery } from "@tanstack/react-query";
import { MonitorSmartphone } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import type * as z from "zod";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import { RelativeTime } from "@/components/ui/text";
import { useDeviceName } from "@/components/ui/format/use-browser-name";
import type { TrustedDevice } from "@/server/domain/risk/risk.schema";
import { useDeviceColumns } from "../../../_frame/device-columns";
import { PersonCell } from "../../../_frame/people/person-cell";
import { SearchedTable } from "../../../_frame/lists/searched-table";
import { useAction } from "../../../_frame/use-action";

type Device = z.output<typeof TrustedDevice>;

/** Lists the trusted devices. A sign-in from a trusted device skips the second factor. */
export function TrustedDevices({ tenant, mayStop }: { tenant: string; mayStop: boolean }) {
  const t = useExtracted("security");
  const ownerOf = ({ email, userId }: Device) => email ?? t("user {id}", { id: String(userId) });
  const deviceName = useDeviceName();
  const trpc = useTRPC();
  const query = useQuery(trpc.risk.trustedDevices.queryOptions({}));
  const [stopping, setStopping] = useState<Device | null>(null);
  const stop = useAction(trpc.risk.stopTrusting.mutationOptions(), () =>
    t("The device is no longer trusted."),
  );
  const { device, from } = useDeviceColumns();
  const columns: Column<Device>[] = [
    device,
    {
      id: "person",
      header: t("Person"),
      width: 14,
      cell: ({ userId, email }) => <PersonCell tenant={tenant} userId={userId} name={null} email={email} />,
    },
    { ...from, header: t("Signed in from") },
    { id: "since", header: t("Trusted"), width: 7, cell: ({ trustedAt }) => <RelativeTime at={trustedAt} /> },
    { id: "until", header: t("Until"), width: 7, cell: ({ expiresAt }) => <RelativeTime at={expiresAt} /> },
    ...(mayStop
      ? [
          {
            id: "stop",
            header: "",
            align: "right" as const,
            cell: (device: Device) => (
              <Button
                size="sm"
                aria-label={t("Stop trusting {device} of {who}", {
                  device: deviceName(device.label),
                  who: ownerOf(device),
                })}
                onClick={() => setStopping(device)}
              >
                {t("Stop trusting")}
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <>
      <SearchedTable
        query={query}
        id="trusted-devices"
        label={t("Trusted devices")}
        columns={columns}
        search={{
          label: t("Search trusted devices"),
          textOf: ({ email, label, place, ip }) => [email, deviceName(label), place, ip],
          none: t("No trusted device matches"),
          icon: MonitorSmartphone,
        }}
        rowKey={({ sessionId }) => sessionId}
        empty={
          <EmptyState icon={MonitorSmartphone} title={t("No trusted devices")}>
            {t(
              "Users who sign in with a second factor can choose to trust the device. The device is then not asked for the factor for a while.",
            )}
          </EmptyState>
        }
      />
      <ConfirmDialog
        open={stopping !== null}
        onOpenChange={(open) => !open && setStopping(null)}
        title={t("Stop trusting this device?")}
        action={t("Stop trusting")}
        danger
        onConfirm={() => stop({ sessionId: stopping!.sessionId })}
      >
        <p>
          {stopping &&
            t("{who} stays signed in on {device}. The next sign-in on it requires the second factor again.", {
              who: ownerOf(stopping),
              device: deviceName(stopping.label),
            })}
        </p>
      </ConfirmDialog>
    </>
  );
}
