import { useExtracted } from "next-intl";
import type { Column } from "@/components/data-table/data-table";
import { Badge } from "@/components/ui/feedback";
import { RelativeTime } from "@/components/ui/text";
import { useDeviceName } from "@/components/ui/format/use-browser-name";
import { usePlaceName } from "@/components/ui/format/use-place-name";
import type { Device } from "@/server/domain/devices/devices.schema";

/**
 * Returns the columns that the lists of devices and the lists of sign-ins have in common. Each list selects and orders the
 * columns.
 */
export function useDeviceColumns() {
  const t = useExtracted("console");
  const deviceName = useDeviceName();
  const placeName = usePlaceName();
  const states = {
    registered: <Badge tone="success">{t("Approved")}</Badge>,
    pending: <Badge tone="warning">{t("Waiting")}</Badge>,
    denied: <Badge tone="danger">{t("Denied")}</Badge>,
  } as const;
  const device: Column<Pick<Device, "label">> = {
    id: "device",
    header: t("Device"),
    width: 11,
    cell: ({ label }) => (
      <span className="block max-w-56 truncate font-medium" title={deviceName(label)}>
        {deviceName(label)}
      </span>
    ),
  };
  const status: Column<Pick<Device, "status">> = {
    id: "status",
    header: t("State"),
    width: 6,
    cell: ({ status }) => states[status],
  };
  const from: Column<Pick<Device, "place" | "ip">> = {
    id: "place",
    header: t("Location"),
    width: 10,
    hideable: true,
    cell: ({ place, ip }) => (
      <span className="block max-w-44">
        <span
          className="block truncate"
          title={place ? placeName(place) : undefined}
          suppressHydrationWarning
        >
          {place ? placeName(place) : t("Unknown place")}
        </span>
        {ip && <span className="block truncate font-mono text-xs text-ink-soft">{ip}</span>}
      </span>
    ),
  };
  const firstSeen: Column<Pick<Device, "firstSeen">> = {
    id: "first",
    header: t("First seen"),
    width: 7,
    hideable: true,
    cell: ({ firstSeen }) => <RelativeTime at={firstSeen} />,
  };
  const lastUsed: Column<Pick<Device, "lastUsed">> = {
    id: "last",
    header: t("Last used"),
    width: 7,
    hideable: true,
    cell: ({ lastUsed }) =>
      lastUsed ? <RelativeTime at={lastUsed} /> : <span className="text-ink-faint">{t("Never")}</span>,
  };
  return { device, status, from, firstSeen, lastUsed };
}
