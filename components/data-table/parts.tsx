import { ArrowDown, ArrowUp } from "lucide-react";
import { useExtracted } from "next-intl";
import { Box } from "../ui/page/box";
import { cn } from "../ui/cn";
import { Skeleton } from "../ui/feedback";
import type { Column, Sort } from "./data-table";

/** Returns true if the column contains action buttons. Such a column has an empty header. */
export function isActions<Row>({ header }: Column<Row>) {
  return header === "";
}

/**
 * Classes for a column of action buttons. The column stays visible during horizontal scrolling. A gradient at its edge shows
 * that columns are hidden behind it.
 */
export const inSight =
  "sticky right-0 z-20 bg-surface before:pointer-events-none before:absolute before:inset-y-0 before:right-full before:w-6 before:bg-linear-to-r before:from-transparent before:to-surface before:hidden in-data-more:before:block";
// Draws the background of a hovered row over the background of the sticky column.
export const hoveredInSight =
  "group-hover/row:bg-linear-to-r group-hover/row:from-sunken/70 group-hover/row:to-sunken/70 group-hover/row:before:to-sunken";
export const chosenInSight = "bg-linear-to-r from-accent-soft/50 to-accent-soft/50";

/** Header of a column. The header is a button if the person can sort by the column. */
export function HeaderCell<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}) {
  const t = useExtracted("shared");
  const active = sort?.column === column.id;
  const Arrow = sort?.descending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      {...(column.width && { style: { minWidth: `${column.width}rem` } })}
      {...(active && { "aria-sort": sort.descending ? "descending" : "ascending" })}
      className={cn(
        "h-8 px-3 text-xs font-medium whitespace-nowrap text-ink-faint",
        column.align === "right" && "text-right",
        isActions(column) && inSight,
      )}
    >
      {(column.sortable || column.sortBy) && onSort ? (
        <button
          type="button"
          className="inline-flex h-8 items-center gap-1 rounded -outline-offset-2 hover:text-ink"
          onClick={() => onSort({ column: column.id, descending: active && !sort.descending })}
        >
          {column.header}
          {active && <Arrow aria-hidden className="size-3" />}
        </button>
      ) : isActions(column) ? (
        <span className="sr-only">{t("Actions")}</span>
      ) : (
        column.header
      )}
    </th>
  );
}

/** Native checkbox above the link that covers the row. The label makes the clickable area as high as the row. */
export const RowCheckbox = ({
  label,
  checked,
  partly = false,
  onChoose,
}: {
  label: string;
  checked: boolean;
  partly?: boolean;
  /** `upTo` is true if the person pressed Shift. The choice then covers the range from the last selected row to this row. */
  onChoose: (on: boolean, upTo: boolean) => void;
}) => (
  <label className="relative z-10 -my-1.5 flex h-8 w-6 items-center">
    <Box
      aria-label={label}
      checked={checked}
      partly={partly}
      onChange={(event) =>
        onChoose(event.target.checked, "shiftKey" in event.nativeEvent && event.nativeEvent.shiftKey === true)
      }
    />
  </label>
);

/** Placeholder for a row that is loading. */
export function LoadingRow<Row>({ columns, chosen }: { columns: Column<Row>[]; chosen: boolean }) {
  return (
    <tr className="h-10 border-b border-line last:border-0">
      {chosen && <td className="w-9 pl-3" />}
      {columns.map((column) => (
        <td key={column.id} className="px-3 py-1.5">
          <Skeleton className="w-3/5" />
        </td>
      ))}
    </tr>
  );
}
