"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useExtracted } from "next-intl";
import dynamic from "next/dynamic";
import { parseAsInteger, useQueryState, useQueryStates } from "nuqs";
import type { ReactNode } from "react";
import type { Column } from "@/components/data-table/data-table";
import type { ConsoleError } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Badge, EmptyState } from "@/components/ui/feedback";
import { FilterSelect, Input } from "@/components/ui/input/input";
import { PageHeader } from "@/components/ui/page/page";
import { ExactTime } from "@/components/ui/text";
import type { LoggedEvent } from "@/server/domain/audit/audit.schema";
import { auditFilters, CUSTOM_TIME, type AuditFilters } from "./audit-filters";
import { EventChanges, ActorName } from "./audit-words";
import { CursorPager } from "../lists/cursor-pager";
import { useChannelWords, useTargetName } from "./thing-words";
import { QueryTable } from "../lists/query-table";

// Loaded when the administrator opens an event.
const AuditEventSheet = dynamic(
  () => import("./audit-event-sheet").then((module) => module.AuditEventSheet),
  { ssr: false },
);

function useColumns(): Column<LoggedEvent>[] {
  const t = useExtracted("console");
  const channelOf = useChannelWords();
  const targetName = useTargetName();
  return [
    {
      id: "what",
      header: t("Event"),
      width: 16,
      cell: (event) => (
        <span className="block max-w-[26rem] py-1 font-normal whitespace-normal">
          <What words={event.label} target={targetName(event)} />
          <EventChanges changes={event.changes} most={3} />
        </span>
      ),
    },
    {
      id: "who",
      header: t("Actor"),
      width: 10,
      cell: (event) => (
        <span className="block max-w-44 truncate" title={event.clientId ?? event.userEmail ?? undefined}>
          <ActorName event={event} none="—" />
        </span>
      ),
      hideable: true,
    },
    {
      id: "channel",
      header: t("Channel"),
      width: 9,
      cell: (event) => <Badge>{channelOf(event.action)}</Badge>,
      hideable: true,
    },
    {
      id: "target",
      header: t("Target"),
      width: 8,
      cell: (event) => <ShortCode text={event.target} />,
      hideable: true,
    },
    {
      id: "ip",
      header: t("Address"),
      width: 8,
      cell: (event) => <ShortCode text={event.ip ?? "—"} />,
      hideable: true,
    },
    {
      id: "when",
      header: t("When"),
      // Wide enough for a time with "UTC". The server renders times in UTC, because the server does not have the time zone of
      // the browser.
      width: 11.5,
      cell: (event) => <ExactTime at={event.at} />,
      hideable: true,
    },
  ];
}

/** Returns the options of the filter for the period. */
function useTimes() {
  const t = useExtracted("console");
  return [
    { value: "0", label: t("All time") },
    { value: "1", label: t("Last 24 hours") },
    ...[7, 30, 90].map((days) => ({
      value: String(days),
      label: t("Last {days} days", { days: String(days) }),
    })),
    { value: String(CUSTOM_TIME), label: t("Custom range") },
  ];
}

type SetAuditFilters = (values: Partial<AuditFilters>) => void;

interface Props {
  description: string;
  channels: readonly Exclude<AuditFilters["channel"], "all">[];
  /** Queries one page of the events that match the filters. */
  useEvents: (
    filters: AuditFilters,
  ) => UseQueryResult<{ events: LoggedEvent[]; nextCursor: string | null }, ConsoleError>;
  /** Queries one event of the log. Disabled while `id` is null. */
  useEntry: (id: number | null, known: LoggedEvent | undefined) => UseQueryResult<LoggedEvent, ConsoleError>;
  /** Renders additional filters for this log. */
  filtersOf: (filters: AuditFilters, change: SetAuditFilters) => ReactNode;
  /** Renders actions on the log in the header of the page. */
  actions?: (filters: AuditFilters) => ReactNode;
  /** Returns the page of a record in the form `kind:id`, or null. */
  hrefOf?: (ref: string) => string | null;
}

/**
 * Returns the options for the query of one event. `known` is the event from the loaded list, if present. The result never
 * becomes stale, because events never change.
 */
export const entryOptions = (id: number | null, known: LoggedEvent | undefined) => ({
  enabled: id !== null,
  staleTime: Infinity,
  ...(known && { initialData: known }),
});

/** Audit log, newest first. The query of the page stores the filters. Readers can therefore share the address. */
export function AuditTable({
  description,
  channels,
  useEvents,
  useEntry,
  filtersOf,
  actions,
  hrefOf,
}: Props) {
  const t = useExtracted("console");
  const columns = useColumns();
  const channelOf = useChannelWords();
  const times = useTimes();
  const [filters, setFilters] = useQueryStates(auditFilters, { history: "push" });
  const [opened, setOpened] = useQueryState("entry", parseAsInteger.withOptions({ history: "push" }));
  const query = useEvents(filters);
  const entry = useEntry(
    opened,
    query.data?.events.find(({ id }) => id === opened),
  );
  // A changed filter resets the list to its first page.
  const change: SetAuditFilters = (values) => void setFilters({ ...values, cursor: null });
  return (
    <>
      <PageHeader title={t("Audit log")} description={description} actions={actions?.(filters)} />
      <QueryTable
        query={query}
        id="audit"
        label={t("Audit events")}
        columns={columns}
        rows={query.data?.events}
        rowKey={(event) => event.id}
        onRowClick={({ id }) => void setOpened(id)}
        toolbar={
          <>
            {filtersOf(filters, change)}
            <FilterSelect
              label={t("Channel")}
              value={filters.channel}
              options={[
                { value: "all", label: t("All channels") },
                ...channels.map((value) => ({ value, label: channelOf(value) })),
              ]}
              onChange={(channel) => change({ channel: channel as "all" })}
            />
            <FilterSelect
              label={t("Time")}
              value={times.some(({ value }) => value === String(filters.days)) ? String(filters.days) : "0"}
              options={times}
              onChange={(days) => change({ days: Number(days), from: "", to: "" })}
            />
            {filters.days === CUSTOM_TIME && (
              <>
                <DayInput label={t("From")} value={filters.from} onChange={(from) => change({ from })} />
                <DayInput label={t("Until")} value={filters.to} onChange={(to) => change({ to })} />
                <span className="text-sm text-ink-faint">{t("UTC")}</span>
              </>
            )}
          </>
        }
        empty={
          <EmptyState
            icon={ScrollText}
            title={t("No matching events")}
            action={<Button onClick={() => void setFilters(null)}>{t("Clear the filters")}</Button>}
          >
            {t(
              "Every change made here, through the REST interface or by an identity provider is listed in this log.",
            )}
          </EmptyState>
        }
        pager={
          <CursorPager
            shown={query.data?.events.length}
            cursor={filters.cursor}
            next={query.data?.nextCursor}
            onTurn={(cursor) => void setFilters({ cursor })}
          />
        }
      />
      {opened !== null && (
        <AuditEventSheet query={entry} onClose={() => void setOpened(null)} {...(hrefOf && { hrefOf })} />
      )}
    </>
  );
}

/** Shows the label of the event, with the name of its target if known. */
function What({ words, target }: { words: string; target: string | null }) {
  const t = useExtracted("console");
  const event = <span className="font-medium first-letter:uppercase">{words}</span>;
  return target === null
    ? event
    : t.rich("<event></event>: <soft>{target}</soft>", {
        target,
        event: () => event,
        soft: (name) => <span className="text-ink-soft">{name}</span>,
      });
}

/** Truncates a code to the width of the column. The tooltip and the opened event show the whole code. */
const ShortCode = ({ text }: { text: string }) => (
  <code className="block max-w-32 truncate font-mono text-xs text-ink-soft" title={text}>
    {text}
  </code>
);

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
