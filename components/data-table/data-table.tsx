"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useExtracted } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "../ui/button";
import { cn } from "../ui/cn";
import { useMoreBeyond } from "./more-beyond";
import { ColumnMenu } from "./column-menu";
import { HeaderCell, isActions, LoadingRow } from "./parts";
import { ChooseAllCell, DataRow } from "./row";
import { useRowChoice, type Selection } from "./selection";
import type { SortValue } from "./sorted";
import { useKeptText } from "../data/kept-text";

export interface Column<Row> {
  id: string;
  /**
   * Header of the column. A column of buttons has an empty header and a name for assistive technology. It stays visible while
   * the others scroll.
   */
  header: string;
  cell: (row: Row) => ReactNode;
  /** True if the server can sort by the column. */
  sortable?: boolean;
  /** Returns the value for sorting a complete list. */
  sortBy?: (row: Row) => SortValue;
  align?: "right";
  /** Width in rem, so that loading rows have the same layout as loaded ones. */
  width?: number;
  /** True if the reader may hide the column. The first column is always visible. */
  hideable?: boolean;
  defaultHidden?: boolean;
}

export interface Sort {
  column: string;
  descending: boolean;
}

interface Props<Row> {
  /** Names the table for assistive technology, and is the key of its hidden columns in this browser. */
  id: string;
  label: string;
  columns: Column<Row>[];
  /** Undefined while the first response is pending. */
  rows: Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** Returns the page of a row. The link is in the first cell and covers the whole row. */
  rowHref?: (row: Row) => string;
  onRowClick?: (row: Row) => void;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** Shown if there are no rows. */
  empty: ReactNode;
  error?: ReactNode;
  /** Dims the rows while the next rows are loading. */
  busy?: boolean;
  toolbar?: ReactNode;
  pager?: ReactNode;
  /** Makes rows selectable for bulk actions. */
  selection?: Selection<Row>;
  /** Actions on the selected rows, shown above them. */
  selected?: ReactNode;
}

/** Fades the edge of the last visible column, to show that more columns follow. */
const FadedEdge = () => (
  <div
    aria-hidden
    className="pointer-events-none absolute inset-y-0 right-0 z-20 w-6 bg-linear-to-r from-transparent to-surface"
  />
);

/** Table of the console: search and filters, linked rows, selectable columns and cursor pages. */
export function DataTable<Row>({
  id,
  label,
  columns,
  rows,
  rowKey,
  rowHref,
  onRowClick,
  sort,
  onSort,
  empty,
  error,
  busy = false,
  toolbar,
  pager,
  selection,
  selected,
}: Props<Row>) {
  const choice = useRowChoice(selection, rows ?? [], rowKey);
  const [region, moreBeyond] = useMoreBeyond();
  const [hidden, setHidden] = useHiddenColumns(id, columns);
  const shown = columns.filter((column, index) => index === 0 || !hidden.includes(column.id));
  const hideable = columns.filter((column) => column.hideable);
  const loading = rows === undefined && !error;
  return (
    <div className="rounded-lg border border-line bg-surface">
      {(toolbar || hideable.length > 0) && (
        <div className="flex flex-wrap items-start gap-2 border-b border-line p-2 sm:items-center">
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">{toolbar}</div>
          <ColumnMenu columns={hideable} hidden={hidden} onChange={setHidden} />
        </div>
      )}
      {selected}
      {/* A scroll region that the keyboard can reach, so that the page does not scroll sideways. `relative` also contains the
          visually hidden elements. */}
      <div className="relative isolate" data-more={moreBeyond || undefined}>
        <div
          ref={region}
          role="region"
          aria-label={label}
          tabIndex={0}
          className="relative scroll-pr-24 overflow-x-auto -outline-offset-2"
        >
          <table aria-busy={loading || busy} className="w-full border-collapse text-left">
            <thead>
              <tr className="border-b border-line">
                {choice && <ChooseAllCell choice={choice} />}
                {shown.map((column) => (
                  <HeaderCell key={column.id} column={column} sort={sort} onSort={onSort} />
                ))}
              </tr>
            </thead>
            <tbody className={cn("transition-opacity", busy && "opacity-60")}>
              {loading &&
                Array.from({ length: 8 }, (_, index) => (
                  <LoadingRow key={index} columns={shown} chosen={choice !== null} />
                ))}
              {rows?.map((row) => (
                <DataRow
                  key={rowKey(row)}
                  row={row}
                  id={rowKey(row)}
                  columns={shown}
                  choice={choice}
                  href={rowHref?.(row)}
                  onClick={onRowClick && (() => onRowClick(row))}
                />
              ))}
            </tbody>
          </table>
        </div>
        {moreBeyond && !shown.some(isActions) && <FadedEdge />}
      </div>
      {error}
      {rows?.length === 0 && !error && empty}
      {pager && (
        <div className="flex items-center justify-between gap-2 border-t border-line px-3 py-2">{pager}</div>
      )}
    </div>
  );
}

/** Pages of a list by cursor. On the last page the button stays, so that the focus is not lost. */
export function Pager({
  summary,
  onFirst,
  onNext,
}: {
  summary: ReactNode;
  onFirst?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
}) {
  const t = useExtracted("shared");
  return (
    <>
      <span className="text-sm text-ink-faint">{summary}</span>
      <span className="flex gap-1.5">
        <Button size="sm" aria-disabled={!onFirst} {...(onFirst && { onClick: onFirst })}>
          <ChevronLeft aria-hidden />
          {t("First page")}
        </Button>
        <Button size="sm" aria-disabled={!onNext} {...(onNext && { onClick: onNext })}>
          {t("Next page")}
          <ChevronRight aria-hidden />
        </Button>
      </span>
    </>
  );
}

/** Returns the columns that the reader has hidden in this browser, and a function that stores them. */
function useHiddenColumns<Row>(table: string, columns: Column<Row>[]) {
  const [kept, keep] = useKeptText(`columns.${table}`);
  const hidden =
    kept?.split(",").filter(Boolean) ??
    columns.filter((column) => column.defaultHidden).map((column) => column.id);
  return [hidden, (ids: string[]) => keep(ids.join(","))] as const;
}
