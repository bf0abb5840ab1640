"use client";

import { useTRPC } from "@/components/data/trpc";
import { auditQuery } from "../../_frame/audit-filters";
import { AuditTable } from "../../_frame/audit-table";

const channels = [
  { value: "console", label: "Console" },
  { value: "platform_api", label: "Platform API" },
  { value: "account", label: "Account" },
  { value: "system", label: "System" },
];

/** What happened on the platform. */
export function PlatformAudit() {
  const trpc = useTRPC();
  return (
    <AuditTable
      description="Every change and every search made on the platform’s registry."
      channels={channels}
      query={(filters) => trpc.platform.audit.page.queryOptions(auditQuery(filters))}
    />
  );
}
