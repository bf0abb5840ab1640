"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/components/data/trpc";
import type { AuditFilters } from "../../_frame/audit-filters";
import { AuditTable } from "../../_frame/audit-table";
import { tenantAuditQuery } from "./query";

const channels = [
  { value: "console", label: "Console" },
  { value: "management_api", label: "Management API" },
  { value: "scim", label: "SCIM" },
  { value: "account", label: "Account" },
  { value: "system", label: "System" },
];

function useEvents(filters: AuditFilters) {
  const trpc = useTRPC();
  return useQuery(
    trpc.audit.page.queryOptions(tenantAuditQuery(filters), { placeholderData: keepPreviousData }),
  );
}

/** What happened in the organization. */
export function TenantAudit() {
  return (
    <AuditTable
      description="Every change to this organization: who made it, through which door, and what it was before."
      channels={channels}
      useEvents={useEvents}
    />
  );
}
