"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { SearchInput } from "@/components/ui/input";
import type { AuditEvent } from "@/server/domain/audit/audit.schema";
import type { AuditFilters } from "../../_frame/audit-filters";
import { AuditTable, entryOptions } from "../../_frame/audit-table";
import { platformAuditQuery } from "./query";

const channels = ["console", "platform_api", "account", "system"] as const;

function useEvents(filters: AuditFilters) {
  const trpc = useTRPC();
  return useQuery(
    trpc.platform.audit.page.queryOptions(platformAuditQuery(filters), { placeholderData: keepPreviousData }),
  );
}

function useEntry(id: number | null, known: AuditEvent | undefined) {
  const trpc = useTRPC();
  return useQuery(trpc.platform.audit.event.queryOptions({ id: id ?? 1 }, entryOptions(id, known)));
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
      useEntry={useEntry}
      filtersOf={({ event, target }, change) => (
        <>
          <SearchInput
            label={t("Target, such as tenant:12")}
            value={target}
            onChange={(target) => change({ target: target.trim() })}
            className="w-full sm:w-56"
          />
          <SearchInput
            label={t("Event, such as tenant_created")}
            value={event}
            onChange={(event) => change({ event })}
            className="w-full sm:w-64"
          />
        </>
      )}
      hrefOf={hrefOf}
    />
  );
}
