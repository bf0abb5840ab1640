import { useExtracted } from "next-intl";
import type { Column } from "@/components/data-table/data-table";
import { Badge } from "@/components/ui/feedback";
import { RelativeTime } from "@/components/ui/text";
import { useDeviceName } from "@/components/ui/use-browser-name";
import type { OwnedDevice } from "@/server/domain/devices/devices.schema";
import { PersonCell } from "../../_frame/person-cell";
import { DeviceActions } from "./device-actions";

/** The columns of the list of devices. */
export function useDeviceColumns(tenant: string): Column<OwnedDevice>[] {
  const t = useExtracted("devices");
  const deviceName = useDeviceName();
  const states = {
    registered: <Badge tone="success">{t("Approved")}</Badge>,
    pending: <Badge tone="warning">{t("Waiting")}</Badge>,
    denied: <Badge tone="danger">{t("Denied")}</Badge>,
  } as const;
  return [
    {
      id: "device",
      header: t("Device"),
      width: 14,
      cell: ({ label }) => (
        <span className="block max-w-72 truncate font-medium" title={deviceName(label)}>
          {deviceName(label)}
        </span>
      ),
    },
    {
      id: "person",
      header: t("Person"),
      width: 14,
      cell: (device) => <PersonCell tenant={tenant} {...device} />,
    },
    { id: "status", header: t("State"), width: 6, cell: ({ status }) => states[status] },
    {
      id: "place",
      header: t("Seen from"),
      width: 12,
      hideable: true,
      cell: ({ place, ip }) => (
        <span className="block max-w-56">
          <span className="block truncate">{place ?? t("Unknown place")}</span>
          {ip && <span className="block truncate font-mono text-xs text-ink-soft">{ip}</span>}
        </span>
      ),
    },
    {
      id: "first",
      header: t("First seen"),
      width: 7,
      hideable: true,
      cell: ({ firstSeen }) => <RelativeTime at={firstSeen} />,
    },
    {
      id: "last",
      header: t("Last used"),
      width: 7,
      hideable: true,
      cell: ({ lastUsed }) =>
        lastUsed ? <RelativeTime at={lastUsed} /> : <span className="text-ink-faint">{t("Never")}</span>,
    },
    { id: "actions", header: "", align: "right", cell: (device) => <DeviceActions device={device} /> },
  ];
}
