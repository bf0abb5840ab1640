"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { MonitorSmartphone, UserSearch, X } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import { DataTable, Pager, type Column } from "@/components/data-table/data-table";
import { Button } from "@/components/ui/button";
import { Badge, EmptyState } from "@/components/ui/feedback";
import { FilterSelect } from "@/components/ui/input";
import { PageHeader } from "@/components/ui/page";
import { RelativeTime } from "@/components/ui/text";
import type { OwnedDevice } from "@/server/domain/devices/devices.schema";
import { PersonCell } from "../../_frame/person-cell";
import { PersonPicker } from "../../_frame/person-picker";
import { QueryError } from "../../_frame/query-error";
import { DeviceActions } from "./device-actions";
import { deviceFilters, deviceQuery } from "./filters";

const states = {
  registered: <Badge tone="success">Approved</Badge>,
  pending: <Badge tone="warning">Waiting</Badge>,
  denied: <Badge tone="danger">Denied</Badge>,
} as const;

const statusOptions = [
  { value: "all", label: "All devices" },
  { value: "pending", label: "Waiting for approval" },
  { value: "registered", label: "Approved" },
  { value: "denied", label: "Denied" },
];

const columnsOf = (tenant: string): Column<OwnedDevice>[] => [
  {
    id: "device",
    header: "Device",
    width: 14,
    cell: ({ label }) => (
      <span className="block max-w-72 truncate font-medium" title={label}>
        {label}
      </span>
    ),
  },
  {
    id: "person",
    header: "Person",
    width: 14,
    cell: (device) => <PersonCell tenant={tenant} {...device} />,
  },
  { id: "status", header: "State", width: 6, cell: ({ status }) => states[status] },
  {
    id: "place",
    header: "Seen from",
    width: 12,
    hideable: true,
    cell: ({ place, ip }) => (
      <span className="block max-w-56">
        <span className="block truncate">{place ?? "Unknown place"}</span>
        {ip && <span className="block truncate font-mono text-xs text-ink-soft">{ip}</span>}
      </span>
    ),
  },
  {
    id: "first",
    header: "First seen",
    width: 7,
    hideable: true,
    cell: ({ firstSeen }) => <RelativeTime at={firstSeen} />,
  },
  {
    id: "last",
    header: "Last used",
    width: 7,
    hideable: true,
    cell: ({ lastUsed }) =>
      lastUsed ? <RelativeTime at={lastUsed} /> : <span className="text-ink-faint">Never</span>,
  },
  { id: "actions", header: "", align: "right", cell: (device) => <DeviceActions device={device} /> },
];

/** The browsers and devices that people sign in from. */
export function DevicesTable({ tenant, mayFindPeople }: { tenant: string; mayFindPeople: boolean }) {
  const [filters, setFilters] = useQueryStates(deviceFilters);
  const query = useQuery({
    ...useTRPC().devices.page.queryOptions(deviceQuery(filters)),
    placeholderData: keepPreviousData,
  });
  const filtered = filters.status !== "all" || filters.user !== null;
  const rows = query.data?.devices;
  const nextCursor = query.data?.nextCursor ?? null;
  const person = rows?.find(({ userId }) => userId === filters.user);
  return (
    <>
      <PageHeader
        title="Devices"
        description="The browsers that people sign in from. Where a tag requires it, a new one waits here until it is approved."
      />
      <DataTable
        id="devices"
        label="Devices"
        columns={columnsOf(tenant)}
        rows={rows}
        rowKey={({ deviceId }) => deviceId}
        busy={query.isPlaceholderData}
        toolbar={
          <>
            <FilterSelect
              label="State"
              value={filters.status}
              options={statusOptions}
              onChange={(status) =>
                void setFilters({ status: status as typeof filters.status, cursor: null })
              }
            />
            {filters.user !== null ? (
              <Button onClick={() => void setFilters({ user: null, cursor: null })}>
                <span className="max-w-48 truncate">
                  {person?.name ?? person?.email ?? `User ${filters.user}`}
                </span>
                <X aria-label="Show everybody" />
              </Button>
            ) : (
              mayFindPeople && (
                <PersonPicker
                  trigger={
                    <Button>
                      <UserSearch aria-hidden />
                      Of one person
                    </Button>
                  }
                  onPick={({ userId }) => void setFilters({ user: userId, cursor: null })}
                />
              )
            )}
          </>
        }
        error={query.isError && <QueryError error={query.error} retry={() => void query.refetch()} />}
        empty={
          filtered ? (
            <EmptyState
              icon={MonitorSmartphone}
              title={filters.status === "pending" ? "No device waits for approval" : "No device matches"}
              action={<Button onClick={() => void setFilters(null)}>Show all devices</Button>}
            />
          ) : (
            <EmptyState icon={MonitorSmartphone} title="No devices yet">
              A device is known from the first sign-in with it on.
            </EmptyState>
          )
        }
        pager={
          (filters.cursor !== null || nextCursor !== null) && (
            <Pager
              summary={`${rows?.length ?? 0} on this page`}
              onFirst={filters.cursor === null ? undefined : () => void setFilters({ cursor: null })}
              onNext={nextCursor === null ? undefined : () => void setFilters({ cursor: nextCursor })}
            />
          )
        }
      />
    </>
  );
}
