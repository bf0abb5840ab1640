"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { SearchInput } from "@/components/ui/input";
import { auditQuery, type AuditFilters } from "../../_frame/audit-filters";
import { AuditTable } from "../../_frame/audit-table";

const channels = ["console", "platform_api", "account", "system"] as const;

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
  const t = useExtracted("platform");
  return (
    <AuditTable
      description={t("Every change and every search made on the platform.")}
      channels={channels}
      useEvents={useEvents}
      filtersOf={({ event }, change) => (
        <SearchInput
          label={t("Event, such as tenant_created")}
          value={event}
          onChange={(event) => change({ event })}
          className="w-full sm:w-64"
        />
      )}
      hrefOf={hrefOf}
    />
  );
}
