"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, MonitorSmartphone, MoreHorizontal, Trash2, X } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { IconButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";
import { ConfirmDialog, Menu, MenuItem } from "@/components/ui/dialog/overlay";
import { useDeviceName } from "@/components/ui/format/use-browser-name";
import type { Device } from "@/server/domain/devices/devices.schema";
import { useDeviceColumns } from "../../../../_frame/device-columns";
import { QueryTable } from "../../../../_frame/lists/query-table";
import { useAction } from "../../../../_frame/use-action";

/**
 * Lists the browsers of a user. An administrator with permission to decide about the user can approve, deny and remove
 * browsers.
 */
export function UserDevices({ userId, mayDecide }: { userId: number; mayDecide: boolean }) {
  const t = useExtracted("users");
  const deviceName = useDeviceName();
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
  const { device, status, from, firstSeen, lastUsed } = useDeviceColumns();
  const columns: Column<Device>[] = [
    device,
    status,
    from,
    firstSeen,
    lastUsed,
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
              onSelect={() => void approve({ userId, deviceId: device.deviceId }).catch(toast.refused)}
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
      <QueryTable
        query={query}
        id="user-devices"
        label={t("Devices")}
        columns={mayDecide ? columns : columns.filter(({ id }) => id !== "actions")}
        rows={query.data?.devices}
        rowKey={(device) => device.deviceId}
        empty={
          <EmptyState icon={MonitorSmartphone} title={t("No devices")}>
            {t("Browsers appear here after their first sign-in.")}
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
        <p>{t("Its sessions end at once. Sign-ins from it are refused until it is approved.")}</p>
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
