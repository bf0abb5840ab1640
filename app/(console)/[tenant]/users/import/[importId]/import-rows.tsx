"use client";

import { Rows3 } from "lucide-react";
import Link from "next/link";
import { useParams } from "next/navigation";
import { useExtracted } from "next-intl";
import { useQueryStates } from "nuqs";
import type { Column } from "@/components/data-table/data-table";
import { Badge, EmptyState, type Tone } from "@/components/ui/feedback";
import { FilterSelect } from "@/components/ui/input/input";
import type { ImportRow } from "@/server/domain/user-imports/user-imports.schema";
import { CursorPager } from "../../../../_frame/lists/cursor-pager";
import { QueryTable, type TableQuery } from "../../../../_frame/lists/query-table";
import { rowFilters } from "../../filters";

type Outcome = ImportRow["outcome"];

const tones: Record<Outcome, Tone> = {
  waiting: "neutral",
  created: "success",
  updated: "info",
  unchanged: "neutral",
  refused: "danger",
};

/** Returns the labels of the outcomes. `planned` selects the labels of the preview. */
function useOutcomeWords(planned: boolean): Record<Outcome, string> {
  const t = useExtracted("users");
  return planned
    ? {
        waiting: t("Waiting"),
        created: t("Add"),
        updated: t("Change"),
        unchanged: t("Keep"),
        refused: t("Refuse"),
      }
    : {
        waiting: t("Waiting"),
        created: t("Added"),
        updated: t("Changed"),
        unchanged: t("Unchanged"),
        refused: t("Refused"),
      };
}

function useColumns(planned: boolean): Column<ImportRow>[] {
  const t = useExtracted("users");
  const words = useOutcomeWords(planned);
  const { tenant } = useParams<{ tenant: string }>();
  return [
    {
      id: "line",
      header: t("Line"),
      width: 4,
      cell: ({ line }) => <span className="text-ink-soft">{line}</span>,
    },
    {
      id: "email",
      header: t("Address"),
      width: 15,
      cell: ({ email, userId }) =>
        userId === null ? (
          <span className="block max-w-64 truncate">
            {email || <span className="text-ink-faint">{t("None")}</span>}
          </span>
        ) : (
          <Link href={`/${tenant}/users/${userId}`} className="block max-w-64 truncate hover:underline">
            {email}
          </Link>
        ),
    },
    {
      id: "outcome",
      header: planned ? t("Planned") : t("Outcome"),
      width: 6,
      cell: ({ outcome }) => <Badge tone={tones[outcome]}>{words[outcome]}</Badge>,
    },
    {
      id: "what",
      header: planned ? t("Changes") : t("Reason"),
      width: 20,
      cell: ({ problem, changes }) => (
        <span className="block max-w-xl whitespace-normal text-ink-soft">
          {problem ?? changes.join(", ")}
        </span>
      ),
    },
  ];
}

/** Lists the rows of an import with their planned or actual outcomes. */
export function ImportRows({
  planned = false,
  query,
}: {
  planned?: boolean;
  query: TableQuery & { data: { rows: ImportRow[]; nextAfter: number | null } | undefined };
}) {
  const t = useExtracted("users");
  const [filters, setFilters] = useQueryStates(rowFilters, { history: "push" });
  const columns = useColumns(planned);
  return (
    <QueryTable
      query={query}
      id="import-rows"
      label={t("Rows")}
      columns={columns}
      rows={query.data?.rows}
      rowKey={({ line }) => line}
      toolbar={
        <FilterSelect
          label={t("Rows")}
          value={filters.outcome}
          options={[
            { value: "all", label: t("All rows") },
            { value: "created", label: t("Added") },
            { value: "updated", label: t("Changed") },
            { value: "unchanged", label: t("Unchanged") },
            { value: "refused", label: t("Refused") },
          ]}
          onChange={(outcome) => void setFilters({ outcome: outcome as "all", after: 0 })}
        />
      }
      empty={
        <EmptyState icon={Rows3} title={t("No matching rows")}>
          {filters.outcome === "all" ? t("No rows processed yet.") : t("No rows with this result.")}
        </EmptyState>
      }
      pager={
        <CursorPager
          shown={query.data?.rows.length}
          cursor={filters.after === 0 ? null : filters.after}
          next={query.data?.nextAfter}
          onTurn={(after) => void setFilters({ after })}
        />
      }
    />
  );
}
