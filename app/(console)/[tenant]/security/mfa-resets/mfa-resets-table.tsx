"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import { DataTable, type Column } from "@/components/data-table/data-table";
import { Badge, EmptyState } from "@/components/ui/feedback";
import { FilterSelect } from "@/components/ui/input";
import { RelativeTime } from "@/components/ui/text";
import type { MfaReset } from "@/server/domain/mfa-resets/mfa-resets.schema";
import { mfaResetStatuses } from "@/server/domain/mfa-resets/statuses.schema";
import { PersonCell } from "../../../_frame/person-cell";
import { QueryError } from "../../../_frame/query-error";
import { RiskBadge } from "../../../_frame/risk-badge";
import { MfaDecision } from "./mfa-decision";

const states = {
  pending: <Badge tone="warning">Waiting</Badge>,
  approved: <Badge tone="success">Approved</Badge>,
  denied: <Badge tone="danger">Denied</Badge>,
  expired: <Badge>Expired</Badge>,
} as const;

const columnsOf = (tenant: string): Column<MfaReset>[] => [
  {
    id: "person",
    header: "Person",
    width: 16,
    cell: ({ userId, userName, email }) => (
      <PersonCell tenant={tenant} userId={userId} name={userName} email={email} />
    ),
  },
  { id: "status", header: "State", width: 6, cell: ({ status }) => states[status] },
  {
    id: "risk",
    header: "Risk of the request",
    width: 8,
    cell: ({ riskTier }) =>
      riskTier ? <RiskBadge tier={riskTier} /> : <span className="text-ink-faint">Not scored</span>,
  },
  { id: "at", header: "Asked", width: 8, cell: ({ requestedAt }) => <RelativeTime at={requestedAt} /> },
  { id: "until", header: "Expires", width: 8, cell: ({ expiresAt }) => <RelativeTime at={expiresAt} /> },
  { id: "decide", header: "", align: "right", cell: (request) => <MfaDecision request={request} /> },
];

/** Requests of people who lost their second factor. */
export function MfaResetsTable({ tenant }: { tenant: string }) {
  const query = useQuery(useTRPC().mfaResets.list.queryOptions({}));
  const [status, setStatus] = useQueryState(
    "status",
    parseAsStringLiteral([...mfaResetStatuses, "all"]).withDefault("pending"),
  );
  return (
    <DataTable
      id="mfa-resets"
      label="MFA reset requests"
      columns={columnsOf(tenant)}
      rows={query.data?.filter((request) => status === "all" || request.status === status)}
      rowKey={({ requestId }) => requestId}
      toolbar={
        <FilterSelect
          label="State"
          value={status}
          onChange={(next) => void setStatus(next as typeof status)}
          options={[
            { value: "pending", label: "Waiting" },
            { value: "approved", label: "Approved" },
            { value: "denied", label: "Denied" },
            { value: "expired", label: "Expired" },
            { value: "all", label: "All" },
          ]}
        />
      }
      error={query.isError && <QueryError error={query.error} retry={() => void query.refetch()} />}
      empty={
        <EmptyState icon={KeyRound} title={status === "pending" ? "No request waits" : "No requests"}>
          Somebody who lost their second factor can ask for a new start at the sign-in; the request stands
          here until somebody decides.
        </EmptyState>
      }
    />
  );
}
