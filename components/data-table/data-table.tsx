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
   * Header of the column. Empty for a column of buttons. Such a column has a hidden header for assistive technology and stays
   * visible during horizontal scrolling.
   */
  header: string;
  cell: (row: Row) => ReactNode;
  /** True if the server can sort by the column. */
  sortable?: boolean;
  /** Returns the value by which the browser sorts a complete list. */
  sortBy?: (row: Row) => SortValue;
  align?: "right";
  /** Width in rem. Placeholders and loaded rows have the same width. */
  width?: number;
  /** True if the person may hide the column. The first column cannot be hidden. */
  hideable?: boolean;
  defaultHidden?: boolean;
}

export interface Sort {
  column: string;
  descending: boolean;
}

interface Props<Row> {
  /** Id of the table. The browser stores the hidden columns under this id. */
  id: string;
  label: string;
  columns: Column<Row>[];
  /** Rows of this page. Undefined while the first response is pending. */
  rows: Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** Returns the address of the page of a row. The link is in the first cell and covers the whole row. */
  rowHref?: (row: Row) => string;
  onRowClick?: (row: Row) => void;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** Content that is shown if the list has no rows. */
  empty: ReactNode;
  error?: ReactNode;
  /** True dims the rows while the next rows are loading. */
  busy?: boolean;
  toolbar?: ReactNode;
  pager?: ReactNode;
  /** State of the selected rows. If given, each row has a checkbox. */
  selection?: Selection<Row>;
  /** Actions on the selected rows, shown above the table. */
  selected?: ReactNode;
}

/** Gradient at the edge of the last visible column. The gradient shows that the table has more columns to the right. */
const FadedEdge = () => (
  <div
    aria-hidden
    className="pointer-events-none absolute inset-y-0 right-0 z-20 w-6 bg-linear-to-r from-transparent to-surface"
  />
);

/** Table of the console, with search, filters, linked rows, hideable columns and cursor pages. */
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
      {/* The table scrolls inside this region, not with the page. `tabIndex` makes the region reachable by keyboard.
          `relative` keeps visually hidden elements inside the region. The corners are cut, because a column of buttons has a
          background. */}
      <div
        className="relative isolate overflow-hidden first:rounded-t-[inherit] last:rounded-b-[inherit]"
        data-more={moreBeyond || undefined}
      >
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

/**
 * Buttons for the first and the next page of a list. A button without effect stays in the page, because removing it would lose
 * the focus.
 */
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

/** Returns the hidden columns of a table and a function that stores them. The browser stores the ids of these columns. */
function useHiddenColumns<Row>(table: string, columns: Column<Row>[]) {
  const [kept, keep] = useKeptText(`columns.${table}`);
  const hidden =
    kept?.split(",").filter(Boolean) ??
    columns.filter((column) => column.defaultHidden).map((column) => column.id);
  return [hidden, (ids: string[]) => keep(ids.join(","))] as const;
}
