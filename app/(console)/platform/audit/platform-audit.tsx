"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/components/data/trpc";
import { SearchInput } from "@/components/ui/input";
import { auditQuery, type AuditFilters } from "../../_frame/audit-filters";
import { AuditTable } from "../../_frame/audit-table";

const channels = [
  { value: "console", label: "Console" },
  { value: "platform_api", label: "Platform API" },
  { value: "account", label: "Account" },
  { value: "system", label: "System" },
];

function useEvents(filters: AuditFilters) {
  const trpc = useTRPC();
  return useQuery(
    trpc.platform.audit.page.queryOptions(auditQuery(filters), { placeholderData: keepPreviousData }),
  );
}

const hrefOf = (ref: string) => {
  const [, id] = /^tenant:(\d+)$/.exec(ref) ?? [];
  return id === undefined ? null : `/platform/tenants/${id}`;
};

/** What happened on the platform. */
export function PlatformAudit() {
  return (
    <AuditTable
      description="Every change and every search made on the platform."
      channels={channels}
      useEvents={useEvents}
      filtersOf={({ event }, change) => (
        <SearchInput
          label="Event, such as tenant_created"
          value={event}
          onChange={(event) => change({ event })}
          className="w-full sm:w-64"
        />
      )}
      hrefOf={hrefOf}
    />
  );
}
