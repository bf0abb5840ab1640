"use client";

import { useTRPC } from "@/components/data/trpc";
import { AuditTable } from "../../_frame/audit-table";
import { tenantAuditQuery } from "./query";

const channels = [
  { value: "console", label: "Console" },
  { value: "management_api", label: "Management API" },
  { value: "scim", label: "SCIM" },
  { value: "account", label: "Account" },
  { value: "system", label: "System" },
];

/** What happened in the organization. */
export function TenantAudit() {
  const trpc = useTRPC();
  return (
    <AuditTable
      description="Every change to this organization: who made it, through which door, and what it was before."
      channels={channels}
      query={(filters) => trpc.audit.page.queryOptions(tenantAuditQuery(filters))}
    />
  );
}
