"use client";

import { useQuery } from "@tanstack/react-query";
import { VenetianMask } from "lucide-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import { DataTable, type Column } from "@/components/data-table/data-table";
import { Badge, EmptyState, type Tone } from "@/components/ui/feedback";
import { FilterSelect } from "@/components/ui/input";
import { RelativeTime } from "@/components/ui/text";
import type { ActAsRow } from "@/server/domain/act-as/act-as.schema";
import { actAsStatuses } from "@/server/domain/act-as/statuses.schema";
import { PersonCell } from "../../_frame/person-cell";
import { QueryError } from "../../_frame/query-error";
import { ActAsActions } from "./act-as-actions";

const states: Record<ActAsRow["status"], { label: string; tone: Tone }> = {
  pending: { label: "Waits for an answer", tone: "warning" },
  approved: { label: "Can begin", tone: "info" },
  denied: { label: "Denied", tone: "danger" },
  expired: { label: "Expired", tone: "neutral" },
  active: { label: "Going on", tone: "warning" },
  ended: { label: "Ended", tone: "neutral" },
};

/** The moment that tells most of a request as it stands. */
function Moment({ request }: { request: ActAsRow }) {
  const { status, expiresAt, endsAt, endedAt, endedBy, decidedAt } = request;
  if (status === "active" && endsAt)
    return (
      <>
        Ends <RelativeTime at={endsAt} />
      </>
    );
  if (endedAt)
    return (
      <>
        <RelativeTime at={endedAt} />
        <span className="block max-w-56 truncate text-sm text-ink-soft" title={endedBy ?? undefined}>
          {endedBy}
        </span>
      </>
    );
  if (status === "denied" && decidedAt) return <RelativeTime at={decidedAt} />;
  return (
    <>
      {status === "expired" ? "Expired" : "Expires"} <RelativeTime at={expiresAt} />
    </>
  );
}

const columnsOf = (tenant: string, mayEndAll: boolean): Column<ActAsRow>[] => [
  {
    id: "who",
    header: "Administrator",
    width: 13,
    cell: ({ requester }) => <PersonCell tenant={tenant} {...requester} />,
  },
  {
    id: "person",
    header: "As",
    width: 13,
    cell: ({ person }) => <PersonCell tenant={tenant} {...person} />,
  },
  {
    id: "state",
    header: "State",
    width: 9,
    cell: ({ status }) => <Badge tone={states[status].tone}>{states[status].label}</Badge>,
  },
  {
    id: "where",
    header: "Where",
    width: 9,
    cell: ({ app, minutes }) => (
      <span className="block max-w-48">
        <span className="block truncate" title={app?.name}>
          {app?.name ?? "Account page"}
        </span>
        <span className="block text-sm text-ink-soft">{minutes} minutes</span>
      </span>
    ),
  },
  {
    id: "reason",
    header: "Reason",
    width: 16,
    cell: ({ reason }) => (
      <span className="block max-w-72 truncate" title={reason}>
        {reason}
      </span>
    ),
  },
  { id: "asked", header: "Asked", width: 8, cell: ({ requestedAt }) => <RelativeTime at={requestedAt} /> },
  { id: "moment", header: "End", width: 9, cell: (request) => <Moment request={request} /> },
  {
    id: "actions",
    header: "",
    align: "right",
    cell: (request) => <ActAsActions request={request} mayEndAll={mayEndAll} />,
  },
];

/** Who asked to act as whom, what goes on now, and what was. */
export function ActAsTable({ tenant, mayEndAll }: { tenant: string; mayEndAll: boolean }) {
  const query = useQuery(useTRPC().actAs.list.queryOptions({ limit: 200 }));
  const [status, setStatus] = useQueryState(
    "state",
    parseAsStringLiteral([...actAsStatuses, "all"]).withDefault("all"),
  );
  return (
    <DataTable
      id="act-as"
      label="Requests to act as somebody"
      columns={columnsOf(tenant, mayEndAll)}
      rows={query.data?.filter((request) => status === "all" || request.status === status)}
      rowKey={({ requestId }) => requestId}
      toolbar={
        <FilterSelect
          label="State"
          value={status}
          onChange={(next) => void setStatus(next as typeof status)}
          options={[
            { value: "all", label: "All" },
            ...actAsStatuses.map((value) => ({ value, label: states[value].label })),
          ]}
        />
      }
      error={query.isError && <QueryError error={query.error} retry={() => void query.refetch()} />}
      empty={
        <EmptyState icon={VenetianMask} title={status === "all" ? "Nobody has acted as anybody" : "None"}>
          Requests stand here with their reasons, from the question to the end.
        </EmptyState>
      }
    />
  );
}
