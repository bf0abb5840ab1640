"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, MonitorSmartphone, MoreHorizontal, Trash2, X } from "lucide-react";
import { useState } from "react";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { DataTable, type Column } from "@/components/data-table/data-table";
import { IconButton } from "@/components/ui/button";
import { Badge, EmptyState, type Tone } from "@/components/ui/feedback";
import { ConfirmDialog, Menu, MenuItem } from "@/components/ui/overlay";
import { RelativeTime } from "@/components/ui/text";
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

const states: Record<Device["status"], { tone: Tone; label: string }> = {
  registered: { tone: "success", label: "Approved" },
  pending: { tone: "warning", label: "Waits for approval" },
  denied: { tone: "danger", label: "Denied" },
};

/** The browsers that a person signs in from: approved, denied, forgotten. */
export function UserDevices({ userId }: { userId: number }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.devices.ofUser.queryOptions({ userId }));
  const [asked, setAsked] = useState<{ what: "deny" | "remove"; device: Device } | null>(null);
  const approve = useAction(trpc.devices.approve.mutationOptions(), ({ label }) => `${label} is approved.`);
  const deny = useAction(trpc.devices.deny.mutationOptions(), ({ label }) => `${label} is denied.`);
  const remove = useAction(trpc.devices.remove.mutationOptions(), () => "The device was forgotten.");
  const columns: Column<Device>[] = [
    {
      id: "label",
      header: "Device",
      width: 14,
      cell: (device) => <span className="block max-w-64 truncate font-medium">{device.label}</span>,
    },
    {
      id: "status",
      header: "State",
      width: 8,
      cell: ({ status }) => <Badge tone={states[status].tone}>{states[status].label}</Badge>,
    },
    {
      id: "ip",
      header: "Address",
      width: 9,
      cell: (device) => <code className="font-mono text-xs text-ink-soft">{device.ip ?? "—"}</code>,
    },
    {
      id: "place",
      header: "Place",
      width: 8,
      cell: (device) => device.place ?? <span className="text-ink-faint">Not known</span>,
    },
    { id: "first", header: "First seen", width: 8, cell: (device) => <RelativeTime at={device.firstSeen} /> },
    {
      id: "last",
      header: "Last used",
      width: 8,
      cell: (device) =>
        device.lastUsed ? (
          <RelativeTime at={device.lastUsed} />
        ) : (
          <span className="text-ink-faint">Never</span>
        ),
    },
    {
      id: "actions",
      header: "",
      align: "right",
      cell: (device) => (
        <Menu
          trigger={
            <IconButton label={`Actions for ${device.label}`}>
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
              Approve
            </MenuItem>
          )}
          {device.status !== "denied" && (
            <MenuItem danger onSelect={() => setAsked({ what: "deny", device })}>
              <X aria-hidden />
              Deny…
            </MenuItem>
          )}
          <MenuItem danger onSelect={() => setAsked({ what: "remove", device })}>
            <Trash2 aria-hidden />
            Forget…
          </MenuItem>
        </Menu>
      ),
    },
  ];
  const label = asked?.device.label ?? "";
  return (
    <>
      <DataTable
        id="user-devices"
        label="Devices"
        columns={columns}
        rows={query.data?.devices}
        rowKey={(device) => device.deviceId}
        error={query.isError && <QueryError error={query.error} retry={() => void query.refetch()} />}
        empty={
          <EmptyState icon={MonitorSmartphone} title="No devices">
            A browser is known from the first sign-in with it on.
          </EmptyState>
        }
      />
      <ConfirmDialog
        open={asked?.what === "deny"}
        onOpenChange={() => setAsked(null)}
        title={`Deny ${label}?`}
        action="Deny"
        danger
        onConfirm={async () => asked && deny({ userId, deviceId: asked.device.deviceId })}
      >
        <p>Its sessions end at once, and signing in from it is refused until somebody approves it.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asked?.what === "remove"}
        onOpenChange={() => setAsked(null)}
        title={`Forget ${label}?`}
        action="Forget"
        danger
        onConfirm={async () => asked && remove({ userId, deviceId: asked.device.deviceId })}
      >
        <p>Its sessions end at once. The next sign-in from it counts as from a new device.</p>
      </ConfirmDialog>
    </>
  );
}
