"use client";

import { Rows3 } from "lucide-react";
import Link from "next/link";
import { useParams } from "next/navigation";
import { useQueryStates } from "nuqs";
import { DataTable, Pager, type Column } from "@/components/data-table/data-table";
import { Badge, EmptyState, type Tone } from "@/components/ui/feedback";
import { FilterSelect } from "@/components/ui/input";
import type { ConsoleError } from "@/components/data/trpc";
import type { ImportRow } from "@/server/domain/user-imports/user-imports.schema";
import { QueryError } from "../../../../_frame/query-error";
import { rowFilters } from "./filters";

type Word = [words: string, tone: Tone];

const planned: Record<ImportRow["outcome"], Word> = {
  waiting: ["Waiting", "neutral"],
  created: ["Add", "success"],
  updated: ["Change", "info"],
  unchanged: ["Leave", "neutral"],
  refused: ["Refuse", "danger"],
};
const done: Record<ImportRow["outcome"], Word> = {
  waiting: ["Waiting", "neutral"],
  created: ["Added", "success"],
  updated: ["Changed", "info"],
  unchanged: ["Left", "neutral"],
  refused: ["Refused", "danger"],
};

const outcomes = [
  { value: "all", label: "Every row" },
  { value: "created", label: "Added" },
  { value: "updated", label: "Changed" },
  { value: "unchanged", label: "Left as they are" },
  { value: "refused", label: "Refused" },
];

/** The rows of an import: as they would be done, or as they were. */
export function ImportRows({
  rows,
  nextAfter,
  busy,
  error,
  retry,
  ...props
}: {
  planned?: boolean;
  rows: ImportRow[] | undefined;
  nextAfter: number | null;
  busy: boolean;
  error: ConsoleError | null;
  retry: () => void;
}) {
  const { tenant } = useParams<{ tenant: string }>();
  const [filters, setFilters] = useQueryStates(rowFilters, { history: "push" });
  const words = props.planned ? planned : done;
  const columns: Column<ImportRow>[] = [
    {
      id: "line",
      header: "Line",
      width: 4,
      cell: ({ line }) => <span className="text-ink-soft">{line}</span>,
    },
    {
      id: "email",
      header: "Address",
      width: 15,
      cell: ({ email, userId }) =>
        userId === null ? (
          <span className="block max-w-64 truncate">
            {email || <span className="text-ink-faint">None</span>}
          </span>
        ) : (
          <Link href={`/${tenant}/users/${userId}`} className="block max-w-64 truncate hover:underline">
            {email}
          </Link>
        ),
    },
    {
      id: "outcome",
      header: props.planned ? "Would" : "Outcome",
      width: 6,
      cell: ({ outcome }) => <Badge tone={words[outcome][1]}>{words[outcome][0]}</Badge>,
    },
    {
      id: "what",
      header: props.planned ? "What" : "Why",
      width: 20,
      cell: ({ problem, changes }) => (
        <span className="block max-w-xl whitespace-normal text-ink-soft">
          {problem ?? changes.join(", ")}
        </span>
      ),
    },
  ];
  return (
    <DataTable
      id="import-rows"
      label="Rows"
      columns={columns}
      rows={rows}
      rowKey={({ line }) => line}
      busy={busy}
      toolbar={
        <FilterSelect
          label="Rows"
          value={filters.outcome}
          options={outcomes}
          onChange={(outcome) => void setFilters({ outcome: outcome as "all", after: 0 })}
        />
      }
      error={error && <QueryError error={error} retry={retry} />}
      empty={
        <EmptyState icon={Rows3} title="No such rows">
          {filters.outcome === "all" ? "No row has been done yet." : "No row ended like this."}
        </EmptyState>
      }
      pager={
        <Pager
          summary={rows && `${rows.length} on this page`}
          onFirst={filters.after === 0 ? undefined : () => void setFilters({ after: 0 })}
          onNext={nextAfter === null ? undefined : () => void setFilters({ after: nextAfter })}
        />
      }
    />
  );
}
