"use client";

import { useExtracted } from "next-intl";
import { RelativeTime } from "@/components/ui/text";
import { useDeviceName } from "@/components/ui/format/use-browser-name";
import { usePlaceName } from "@/components/ui/format/use-place-name";
import { PersonCell } from "../../_frame/people/person-cell";
import { DeviceActions } from "../devices/device-actions";
import type { AllWaiting } from "./use-waiting";
import { Item, Waiting } from "./waiting";

/** Lists the new devices that need an approval. */
export function WaitingDevices({ tenant, query, waiting }: { tenant: string } & AllWaiting["devices"]) {
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
