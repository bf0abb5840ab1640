"use client";

import { Check, Ellipsis, Trash2, X } from "lucide-react";
import { useState } from "react";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { Button, IconButton } from "@/components/ui/button";
import { ConfirmDialog, Menu, MenuItem, MenuSeparator } from "@/components/ui/overlay";
import type { OwnedDevice } from "@/server/domain/devices/devices.schema";
import { useAction } from "../../_frame/use-action";

type Asked = "deny" | "remove" | null;

/** What can be decided about a device: at hand while it waits, else in a menu. */
export function DeviceActions({ device }: { device: OwnedDevice }) {
  const trpc = useTRPC();
  const [asked, setAsked] = useState<Asked>(null);
  const approve = useAction(
    trpc.devices.approve.mutationOptions(),
    ({ label }) => `${label} of ${ownerOf(device)} was approved.`,
  );
  const approveNow = () => approve(idsOf(device)).catch((error: Error) => toast.error(error.message));
  const waiting = device.status === "pending";
  return (
    <span className="inline-flex items-center justify-end gap-1.5">
      {waiting && (
        <>
          <Button size="sm" onClick={() => void approveNow()}>
            Approve
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setAsked("deny")}>
            Deny
          </Button>
        </>
      )}
      <Menu
        trigger={
          <IconButton label={`Actions for ${device.label} of ${ownerOf(device)}`}>
            <Ellipsis />
          </IconButton>
        }
      >
        {device.status === "denied" && (
          <MenuItem onSelect={() => void approveNow()}>
            <Check aria-hidden />
            Approve
          </MenuItem>
        )}
        {device.status === "registered" && (
          <MenuItem onSelect={() => setAsked("deny")}>
            <X aria-hidden />
            Deny…
          </MenuItem>
        )}
        {!waiting && <MenuSeparator />}
        <MenuItem danger onSelect={() => setAsked("remove")}>
          <Trash2 aria-hidden />
          Forget…
        </MenuItem>
      </Menu>
      <DeviceDialogs device={device} asked={asked} onClose={() => setAsked(null)} />
    </span>
  );
}

const ownerOf = ({ name, email, userId }: OwnedDevice) => name ?? email ?? `user ${userId}`;
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
  const trpc = useTRPC();
  const deny = useAction(trpc.devices.deny.mutationOptions(), ({ label }) => `${label} was denied.`);
  const remove = useAction(trpc.devices.remove.mutationOptions(), () => `${device.label} was forgotten.`);
  const close = (open: boolean) => !open && onClose();
  return (
    <>
      <ConfirmDialog
        open={asked === "deny"}
        onOpenChange={close}
        title={`Deny ${device.label}?`}
        action="Deny device"
        danger
        onConfirm={() => deny(idsOf(device))}
      >
        <p>
          {ownerOf(device)} can no longer sign in from it, and whatever is signed in on it ends at once. You
          can approve it later.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === "remove"}
        onOpenChange={close}
        title={`Forget ${device.label}?`}
        action="Forget device"
        danger
        onConfirm={() => remove(idsOf(device))}
      >
        <p>
          Whatever {ownerOf(device)} is signed in to on it ends at once. The next sign-in from it counts as
          from a new device; to keep it out, deny it instead.
        </p>
      </ConfirmDialog>
    </>
  );
}
