"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { MonitorSmartphone, UserSearch, X } from "lucide-react";
import { useExtracted } from "next-intl";
import { createSerializer, useQueryStates } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";
import { FilterSelect } from "@/components/ui/input/input";
import { PageHeader } from "@/components/ui/page/page";
import type { OwnedDevice } from "@/server/domain/devices/devices.schema";
import { CursorPager } from "../../_frame/lists/cursor-pager";
import { useDeviceColumns } from "../../_frame/device-columns";
import { PersonCell } from "../../_frame/people/person-cell";
import { PersonPicker } from "../../_frame/people/person-picker";
import { QueryTable } from "../../_frame/lists/query-table";
import { SavedViews } from "../../_frame/saved-views/saved-views";
import { DeviceActions } from "./device-actions";
import { deviceFilters, deviceQuery } from "./filters";

const serialize = createSerializer(deviceFilters);

function useColumns(tenant: string): Column<OwnedDevice>[] {
  const t = useExtracted("devices");
  const { device, status, from, firstSeen, lastUsed } = useDeviceColumns();
  return [
    device,
    {
      id: "person",
      header: t("Person"),
      width: 12,
      cell: (device) => <PersonCell tenant={tenant} {...device} />,
    },
    status,
    from,
    // Hidden at first, because the table would be wider than a usual window.
    { ...firstSeen, defaultHidden: true },
    lastUsed,
    { id: "actions", header: "", align: "right", cell: (device) => <DeviceActions device={device} /> },
  ];
}

/** Lists the browsers and devices of the organization's users. */
export function DevicesTable({ tenant, mayFindPeople }: { tenant: string; mayFindPeople: boolean }) {
  const t = useExtracted("devices");
  const columns = useColumns(tenant);
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
        title={t("Devices")}
        description={t(
          "The browsers that people sign in from. If a tag requires it, a new one waits here for approval.",
        )}
        actions={
          <SavedViews tenant={tenant} list="devices" query={serialize({ ...filters, cursor: null })} />
        }
      />
      <QueryTable
        query={query}
        id="devices"
        label={t("Devices")}
        columns={columns}
        rows={rows}
        rowKey={({ deviceId }) => deviceId}
        toolbar={
          <>
            <FilterSelect
              label={t("State")}
              value={filters.status}
              options={[
                { value: "all", label: t("All devices") },
                { value: "pending", label: t("Waiting for approval") },
                { value: "registered", label: t("Approved") },
                { value: "denied", label: t("Denied") },
              ]}
              onChange={(status) =>
                void setFilters({ status: status as typeof filters.status, cursor: null })
              }
            />
            {filters.user !== null ? (
              <Button onClick={() => void setFilters({ user: null, cursor: null })}>
                <span className="max-w-48 truncate">
                  {person?.name ?? person?.email ?? t("User {id}", { id: String(filters.user) })}
                </span>
                <X aria-label={t("Show everyone")} />
              </Button>
            ) : (
              mayFindPeople && (
                <PersonPicker
                  trigger={
                    <Button>
                      <UserSearch aria-hidden />
                      {t("Filter by person")}
                    </Button>
                  }
                  onPick={({ userId }) => void setFilters({ user: userId, cursor: null })}
                />
              )
            )}
          </>
        }
        empty={
          filtered ? (
            <EmptyState
              icon={MonitorSmartphone}
              title={
                filters.status === "pending" ? t("No device waits for approval") : t("No device matches")
              }
              action={<Button onClick={() => void setFilters(null)}>{t("Show all devices")}</Button>}
            />
          ) : (
            <EmptyState icon={MonitorSmartphone} title={t("No devices yet")}>
              {t("A device is added at the first sign-in from it.")}
            </EmptyState>
          )
        }
        pager={
          (filters.cursor !== null || nextCursor !== null) && (
            <CursorPager
              shown={rows?.length}
              cursor={filters.cursor}
              next={nextCursor}
              onTurn={(cursor) => void setFilters({ cursor })}
            />
          )
        }
      />
    </>
  );
}
