"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, MonitorSmartphone, MoreHorizontal, Trash2, X } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { DataTable, type Column } from "@/components/data-table/data-table";
import { IconButton } from "@/components/ui/button";
import { Badge, EmptyState, type Tone } from "@/components/ui/feedback";
import { ConfirmDialog, Menu, MenuItem } from "@/components/ui/overlay";
import { RelativeTime } from "@/components/ui/text";
import { useDeviceName } from "@/components/ui/use-browser-name";
import { QueryError } from "../../../../_frame/query-error";
import { useAction } from "../../../../_frame/use-action";

interface Device {
  deviceId: number;
  label: string;
  status: "registered" | "pending" | "denied";
  firstSeen: string;
  lastUsed: string | null;
  ip: string | null;
  place: string | null;
}

const tones: Record<Device["status"], Tone> = { registered: "success", pending: "warning", denied: "danger" };

function useStateNames(): Record<Device["status"], string> {
  const t = useExtracted("users");
  return { registered: t("Approved"), pending: t("Waits for approval"), denied: t("Denied") };
}

/** The browsers that a person signs in from: approved, denied, forgotten. */
export function UserDevices({ userId }: { userId: number }) {
  const t = useExtracted("users");
  const deviceName = useDeviceName();
  const states = useStateNames();
  const trpc = useTRPC();
  const query = useQuery(trpc.devices.ofUser.queryOptions({ userId }));
  const [asked, setAsked] = useState<{ what: "deny" | "remove"; device: Device } | null>(null);
  const approve = useAction(trpc.devices.approve.mutationOptions(), ({ label }) =>
    t("{label} is approved.", { label: deviceName(label) }),
  );
  const deny = useAction(trpc.devices.deny.mutationOptions(), ({ label }) =>
    t("{label} is denied.", { label: deviceName(label) }),
  );
  const remove = useAction(trpc.devices.remove.mutationOptions(), () => t("The device was forgotten."));
  const columns: Column<Device>[] = [
    {
      id: "label",
      header: t("Device"),
      width: 14,
      cell: ({ label }) => <span className="block max-w-64 truncate font-medium">{deviceName(label)}</span>,
    },
    {
      id: "status",
      header: t("State"),
      width: 8,
      cell: ({ status }) => <Badge tone={tones[status]}>{states[status]}</Badge>,
    },
    {
      id: "ip",
      header: t("Address"),
      width: 9,
      cell: (device) => <code className="font-mono text-xs text-ink-soft">{device.ip ?? "—"}</code>,
    },
    {
      id: "place",
      header: t("Place"),
      width: 8,
      cell: (device) => device.place ?? <span className="text-ink-faint">{t("Not known")}</span>,
    },
    {
      id: "first",
      header: t("First seen"),
      width: 8,
      cell: (device) => <RelativeTime at={device.firstSeen} />,
    },
    {
      id: "last",
      header: t("Last used"),
      width: 8,
      cell: (device) =>
        device.lastUsed ? (
          <RelativeTime at={device.lastUsed} />
        ) : (
          <span className="text-ink-faint">{t("Never")}</span>
        ),
    },
    {
      id: "actions",
      header: "",
      align: "right",
      cell: (device) => (
        <Menu
          trigger={
            <IconButton label={t("Actions for {device}", { device: deviceName(device.label) })}>
              <MoreHorizontal />
            </IconButton>
          }
        >
          {device.status !== "registered" && (
            <MenuItem
              onSelect={() =>
                void approve({ userId, deviceId: device.deviceId }).catch((error: Error) =>
                  toast.error(error.message),
                )
              }
            >
              <Check aria-hidden />
              {t("Approve")}
            </MenuItem>
          )}
          {device.status !== "denied" && (
            <MenuItem danger onSelect={() => setAsked({ what: "deny", device })}>
              <X aria-hidden />
              {t("Deny…")}
            </MenuItem>
          )}
          <MenuItem danger onSelect={() => setAsked({ what: "remove", device })}>
            <Trash2 aria-hidden />
            {t("Forget…")}
          </MenuItem>
        </Menu>
      ),
    },
  ];
  const label = deviceName(asked?.device.label ?? "");
  return (
    <>
      <DataTable
        id="user-devices"
        label={t("Devices")}
        columns={columns}
        rows={query.data?.devices}
        rowKey={(device) => device.deviceId}
        error={query.isError && <QueryError error={query.error} retry={() => void query.refetch()} />}
        empty={
          <EmptyState icon={MonitorSmartphone} title={t("No devices")}>
            {t("A browser is known from the first sign-in with it on.")}
          </EmptyState>
        }
      />
      <ConfirmDialog
        open={asked?.what === "deny"}
        onOpenChange={() => setAsked(null)}
        title={t("Deny {label}?", { label })}
        action={t("Deny")}
        danger
        onConfirm={async () => asked && deny({ userId, deviceId: asked.device.deviceId })}
      >
        <p>{t("Its sessions end at once, and signing in from it is refused until somebody approves it.")}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asked?.what === "remove"}
        onOpenChange={() => setAsked(null)}
        title={t("Forget {label}?", { label })}
        action={t("Forget")}
        danger
        onConfirm={async () => asked && remove({ userId, deviceId: asked.device.deviceId })}
      >
        <p>{t("Its sessions end at once. The next sign-in from it counts as from a new device.")}</p>
      </ConfirmDialog>
    </>
  );
}
