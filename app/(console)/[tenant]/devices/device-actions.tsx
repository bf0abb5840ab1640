"use client";

import { Check, Ellipsis, Trash2, X } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { Button, IconButton } from "@/components/ui/button";
import { ConfirmDialog, Menu, MenuItem, MenuSeparator } from "@/components/ui/dialog/overlay";
import { useDeviceName } from "@/components/ui/format/use-browser-name";
import type { OwnedDevice } from "@/server/domain/devices/devices.schema";
import { usePersonName } from "../../_frame/people/person-cell";
import { useAction } from "../../_frame/use-action";

type Asked = "deny" | "remove" | null;

/** Actions on a device. Shows buttons for a pending device, otherwise a menu. */
export function DeviceActions({ device }: { device: OwnedDevice }) {
  const t = useExtracted("devices");
  const owner = usePersonName()(device);
  const deviceName = useDeviceName();
  const name = deviceName(device.label);
  const trpc = useTRPC();
  const [asked, setAsked] = useState<Asked>(null);
  const approve = useAction(trpc.devices.approve.mutationOptions(), () =>
    t("{device} of {owner} was approved.", { device: name, owner }),
  );
  const approveNow = () => approve(idsOf(device)).catch(toast.refused);
  const waiting = device.status === "pending";
  if (!device.mayDecide)
    return <span className="text-sm text-ink-soft">{t("An owner decides about it.")}</span>;
  return (
    <span className="inline-flex items-center justify-end gap-1.5">
      {waiting && (
        <>
          <Button
            size="sm"
            aria-label={t("Approve {device} of {owner}", { device: name, owner })}
            onClick={() => void approveNow()}
          >
            {t("Approve")}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            aria-label={t("Deny {device} of {owner}", { device: name, owner })}
            onClick={() => setAsked("deny")}
          >
            {t("Deny")}
          </Button>
        </>
      )}
      <Menu
        trigger={
          <IconButton label={t("Actions for {device} of {owner}", { device: name, owner })}>
            <Ellipsis />
          </IconButton>
        }
      >
        {device.status === "denied" && (
          <MenuItem onSelect={() => void approveNow()}>
            <Check aria-hidden />
            {t("Approve")}
          </MenuItem>
        )}
        {device.status === "registered" && (
          <MenuItem onSelect={() => setAsked("deny")}>
            <X aria-hidden />
            {t("Deny…")}
          </MenuItem>
        )}
        {!waiting && <MenuSeparator />}
        <MenuItem danger onSelect={() => setAsked("remove")}>
          <Trash2 aria-hidden />
          {t("Forget…")}
        </MenuItem>
      </Menu>
      <DeviceDialogs device={device} asked={asked} onClose={() => setAsked(null)} />
    </span>
  );
}

const idsOf = ({ userId, deviceId }: OwnedDevice) => ({ userId, deviceId });

function DeviceDialogs({
  device,
  asked,
  onClose,
}: {
  device: OwnedDevice;
  asked: Asked;
  onClose: () => void;
}) {
  const t = useExtracted("devices");
  const owner = usePersonName()(device);
  const deviceName = useDeviceName();
  const name = deviceName(device.label);
  const trpc = useTRPC();
  const deny = useAction(trpc.devices.deny.mutationOptions(), () =>
    t("{device} was denied.", { device: name }),
  );
  const remove = useAction(trpc.devices.remove.mutationOptions(), () =>
    t("{device} was forgotten.", { device: name }),
  );
  const close = (open: boolean) => !open && onClose();
  return (
    <>
      <ConfirmDialog
        open={asked === "deny"}
        onOpenChange={close}
        title={t("Deny {device}?", { device: name })}
        action={t("Deny device")}
        danger
        onConfirm={() => deny(idsOf(device))}
      >
        <p>
          {t(
            "{owner} can no longer sign in from it, and its sessions end at once. You can approve it later.",
            { owner },
          )}
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === "remove"}
        onOpenChange={close}
        title={t("Forget {device}?", { device: name })}
        action={t("Forget device")}
        danger
        onConfirm={() => remove(idsOf(device))}
      >
        <p>
          {t(
            "All sessions of {owner} on it end at once. The next sign-in from it is treated as a sign-in from a new device. To block the device, deny it instead.",
            { owner },
          )}
        </p>
      </ConfirmDialog>
    </>
  );
}
