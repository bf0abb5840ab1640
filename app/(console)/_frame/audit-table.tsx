"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import dynamic from "next/dynamic";
import { useQueryStates } from "nuqs";
import { useState, type ReactNode } from "react";
import { DataTable, Pager, type Column } from "@/components/data-table/data-table";
import type { ConsoleError } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Badge, EmptyState } from "@/components/ui/feedback";
import { FilterSelect, Input } from "@/components/ui/input";
import { PageHeader } from "@/components/ui/page";
import { ExactTime } from "@/components/ui/text";
import type { AuditEvent } from "@/server/domain/audit/audit.schema";
import { auditFilters, CUSTOM_TIME, type AuditFilters } from "./audit-filters";
import { channelOf, EventChanges, eventWords } from "./audit-words";
import { QueryError } from "./query-error";

// Comes when an event is opened.
const AuditEventSheet = dynamic(
  () => import("./audit-event-sheet").then((module) => module.AuditEventSheet),
  {
    ssr: false,
  },
);

const columns: Column<AuditEvent>[] = [
  {
    id: "what",
    header: "What",
    width: 22,
    cell: (event) => (
      <span className="block max-w-xl py-1 font-normal whitespace-normal">
        <span className="font-medium first-letter:uppercase">{eventWords(event.action)}</span>{" "}
        <span className="text-ink-soft">{event.targetLabel ?? event.target}</span>
        <EventChanges changes={event.changes} most={3} />
      </span>
    ),
  },
  {
    id: "who",
    header: "Who",
    width: 12,
    cell: (event) => (
      <span title={event.clientId ?? event.userEmail ?? undefined}>
        {event.actorLabel ?? event.userEmail ?? "—"}
      </span>
    ),
    hideable: true,
  },
  {
    id: "channel",
    header: "Channel",
    width: 9,
    cell: (event) => <Badge>{channelOf(event.action)}</Badge>,
    hideable: true,
  },
  {
    id: "target",
    header: "Target",
    width: 8,
    cell: (event) => <code className="font-mono text-xs text-ink-soft">{event.target}</code>,
    hideable: true,
  },
  {
    id: "ip",
    header: "Address",
    width: 8,
    cell: (event) => <code className="font-mono text-xs text-ink-soft">{event.ip ?? "—"}</code>,
    hideable: true,
  },
  { id: "when", header: "When", width: 10, cell: (event) => <ExactTime at={event.at} />, hideable: true },
];

const day = (days: number) => ({
  value: String(days),
  label: days === 1 ? "Last 24 hours" : `Last ${days} days`,
});

const times = [
  { value: "0", label: "All time" },
  ...[1, 7, 30, 90].map(day),
  { value: String(CUSTOM_TIME), label: "Between two days" },
];

export type SetAuditFilters = (values: Partial<AuditFilters>) => void;

interface Props {
  description: string;
  channels: { value: string; label: string }[];
  /** Asks for the page that these filters name. */
  useEvents: (
    filters: AuditFilters,
  ) => UseQueryResult<{ events: AuditEvent[]; nextCursor: string | null }, ConsoleError>;
  /** The filters of this log alone. */
  filtersOf: (filters: AuditFilters, change: SetAuditFilters) => ReactNode;
  /** What can be done with the log, at the page's head. */
  actions?: (filters: AuditFilters) => ReactNode;
  /** Where a thing's page is, by its `kind:id`. */
  hrefOf?: (ref: string) => string | null;
}

/** The audit log, newest first; what it shows is in the address, so that it can be sent on. */
export function AuditTable({ description, channels, useEvents, filtersOf, actions, hrefOf }: Props) {
  const [filters, setFilters] = useQueryStates(auditFilters, { history: "push" });
  const [opened, setOpened] = useState<AuditEvent | null>(null);
  const query = useEvents(filters);
  const next = query.data?.nextCursor ?? null;
  // Another choice begins at its first page.
  const change: SetAuditFilters = (values) => void setFilters({ ...values, cursor: null });
  return (
    <>
      <PageHeader title="Audit log" description={description} actions={actions?.(filters)} />
      <DataTable
        id="audit"
        label="Audit events"
        columns={columns}
        rows={query.data?.events}
        rowKey={(event) => event.id}
        onRowClick={setOpened}
        busy={query.isPlaceholderData}
        toolbar={
          <>
            {filtersOf(filters, change)}
            <FilterSelect
              label="Channel"
              value={filters.channel}
              options={[{ value: "all", label: "Every channel" }, ...channels]}
              onChange={(channel) => change({ channel: channel as "all" })}
            />
            <FilterSelect
              label="Time"
              value={times.some(({ value }) => value === String(filters.days)) ? String(filters.days) : "0"}
              options={times}
              onChange={(days) => change({ days: Number(days), from: "", to: "" })}
            />
            {filters.days === CUSTOM_TIME && (
              <>
                <DayInput label="From" value={filters.from} onChange={(from) => change({ from })} />
                <DayInput label="Until" value={filters.to} onChange={(to) => change({ to })} />
                <span className="text-sm text-ink-faint">UTC</span>
              </>
            )}
          </>
        }
        error={query.isError && <QueryError error={query.error} retry={() => void query.refetch()} />}
        empty={
          <EmptyState
            icon={ScrollText}
            title="Nothing of this kind happened"
            action={<Button onClick={() => void setFilters(null)}>Clear the filters</Button>}
          >
            Every change made here, through the REST interface or by an identity provider is listed in this
            log.
          </EmptyState>
        }
        pager={
          <Pager
            summary={query.data && `${query.data.events.length} on this page`}
            onFirst={filters.cursor === null ? undefined : () => void setFilters({ cursor: null })}
            onNext={next === null ? undefined : () => void setFilters({ cursor: next })}
          />
        }
      />
      {opened && (
        <AuditEventSheet event={opened} onClose={() => setOpened(null)} {...(hrefOf && { hrefOf })} />
      )}
    </>
  );
}

const DayInput = ({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) => (
  <label className="inline-flex items-center gap-1.5 text-sm text-ink-soft">
    {label}
    <Input type="date" value={value} onChange={(event) => onChange(event.target.value)} className="w-auto" />
  </label>
);
