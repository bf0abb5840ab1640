"use client";

import { useExtracted } from "next-intl";
import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "../ui/cn";
import { LinkProgress } from "../ui/link-progress";
import type { Column } from "./data-table";
import { chosenInSight, hoveredInSight, inSight, isActions, RowCheckbox } from "./parts";
import type { useRowChoice } from "./selection";

type Choice<Row> = NonNullable<ReturnType<typeof useRowChoice<Row>>>;

/** Header cell with a checkbox that selects all rows of the page. */
export function ChooseAllCell<Row>({ choice }: { choice: Choice<Row> }) {
  const t = useExtracted("shared");
  return (
    <th scope="col" className="w-9 pl-3 text-left">
      <RowCheckbox
        label={t("Select every row of this page")}
        checked={choice.all}
        partly={choice.some}
        onChoose={choice.chooseAll}
      />
    </th>
  );
}

interface Props<Row> {
  row: Row;
  id: string | number;
  columns: Column<Row>[];
  /** Selection of the table. Null if rows are not selectable. */
  choice: Choice<Row> | null;
  /** Address of the page of the row. The link is in the first cell and covers the whole row. */
  href: string | undefined;
  onClick: (() => void) | undefined;
}

/** Row of a table, with its checkbox and its link or button. */
export function DataRow<Row>({ row, id, columns, choice, href, onClick }: Props<Row>) {
  const t = useExtracted("shared");
  const opens = href !== undefined || onClick !== undefined;
  const chosen = choice?.has(id);
  return (
    <tr
      {...(onClick && { onClick })}
      className={cn(
        "group/row relative h-10 border-b border-line last:border-0",
        opens && "hover:bg-sunken/70",
        onClick && "cursor-pointer",
        chosen && "bg-accent-soft/50",
      )}
    >
      {choice && (
        <td className="w-9 pl-3">
          <RowCheckbox
            label={t("Select {name}", { name: choice.nameOf(row) })}
            checked={choice.has(id)}
            onChoose={(on, upTo) => choice.choose(id, on, upTo)}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <td
          key={column.id}
          className={cn(
            "px-3 py-1.5 whitespace-nowrap",
            column.align === "right" && "text-right tabular-nums",
            isActions(column) && inSight,
            isActions(column) && opens && hoveredInSight,
            isActions(column) && chosen && chosenInSight,
          )}
        >
          {index === 0 ? (
            <FirstCell href={href} pressable={onClick !== undefined}>
              {column.cell(row)}
            </FirstCell>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

interface FirstCellProps {
  href: string | undefined;
  /** True if a click on the row runs an action. */
  pressable: boolean;
  children: ReactNode;
}

/**
 * Content of the first cell. A row with a page has a link. A row with an action has a button, which makes the action available
 * by keyboard.
 */
function FirstCell({ href, pressable, children }: FirstCellProps) {
  if (href !== undefined)
    return (
      <Link href={href} className="rounded font-medium after:absolute after:inset-0">
        {children}
        <LinkProgress />
      </Link>
    );
  if (!pressable) return children;
  return (
    <button type="button" className="rounded text-left font-medium">
      {children}
    </button>
  );
}
