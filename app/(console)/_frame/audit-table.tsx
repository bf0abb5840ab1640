"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useQueryStates } from "nuqs";
import { DataTable, Pager, type Column } from "@/components/data-table/data-table";
import type { ConsoleError } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Badge, EmptyState } from "@/components/ui/feedback";
import { FilterSelect, SearchInput } from "@/components/ui/input";
import { PageHeader } from "@/components/ui/page";
import { ExactTime } from "@/components/ui/text";
import type { AuditEvent } from "@/server/domain/audit/audit.schema";
import { auditFilters, type AuditFilters } from "./audit-filters";
import { channelOf, EventChanges, eventWords } from "./audit-words";
import { QueryError } from "./query-error";

const columns: Column<AuditEvent>[] = [
  {
    id: "what",
    header: "What",
    width: 22,
    cell: (event) => (
      <span className="block max-w-xl py-1 whitespace-normal">
        <span className="font-medium first-letter:uppercase">{eventWords(event.action)}</span>{" "}
        <span className="text-ink-soft">{event.targetLabel ?? event.target}</span>
        <EventChanges changes={event.changes} />
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

interface Props {
  description: string;
  channels: { value: string; label: string }[];
  /** Asks for the page that these filters name. */
  useEvents: (
    filters: AuditFilters,
  ) => UseQueryResult<{ events: AuditEvent[]; nextCursor: string | null }, ConsoleError>;
}

/** The audit log, newest first; what it shows is in the address, so that it can be sent on. */
export function AuditTable({ description, channels, useEvents }: Props) {
  const [filters, setFilters] = useQueryStates(auditFilters, { history: "push" });
  const query = useEvents(filters);
  const next = query.data?.nextCursor ?? null;
  return (
    <>
      <PageHeader title="Audit log" description={description} />
      <DataTable
        id="audit"
        label="Audit events"
        columns={columns}
        rows={query.data?.events}
        rowKey={(event) => event.id}
        busy={query.isPlaceholderData}
        toolbar={
          <>
            <SearchInput
              label="Event, such as role_granted"
              value={filters.event}
              onChange={(event) => void setFilters({ event, cursor: null }, { history: "replace" })}
              className="w-full sm:w-60"
            />
            <FilterSelect
              label="Channel"
              value={filters.channel}
              options={[{ value: "all", label: "Every channel" }, ...channels]}
              onChange={(channel) => void setFilters({ channel: channel as "all", cursor: null })}
            />
            <FilterSelect
              label="Time"
              value={String(filters.days)}
              options={[{ value: "0", label: "All time" }, day(1), day(7), day(30)]}
              onChange={(days) => void setFilters({ days: Number(days), cursor: null })}
            />
            {filters.target !== "" && (
              <Button size="sm" onClick={() => void setFilters({ target: null, cursor: null })}>
                {filters.target} ×<span className="sr-only">Remove this filter</span>
              </Button>
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
    </>
  );
}
