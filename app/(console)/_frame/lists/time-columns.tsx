"use client";

import { useExtracted } from "next-intl";
import type { Column } from "@/components/data-table/data-table";
import { RelativeTime } from "@/components/ui/text";

/** Returns the column with the creation time of a row. `more` overrides properties of the column. */
export function useCreatedColumn<Row extends { createdAt: string }>(
  more: Partial<Column<Row>> = {},
): Column<Row> {
  const t = useExtracted("console");
  return {
    id: "created",
    header: t("Created"),
    width: 8,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} className="text-ink-soft" />,
    ...more,
  };
}

interface LastTime<Row> {
  header: string;
  /** Returns the time of the last use (ISO 8601). Null is shown as "Never". */
  at: (row: Row) => string | null;
}

/** Returns the column with the time of the last use of a row. */
export function useLastTimeColumn<Row>({ header, at }: LastTime<Row>): Column<Row> {
  const t = useExtracted("console");
  return {
    id: "used",
    sortBy: at,
    header,
    width: 8,
    cell: (row) => {
      const moment = at(row);
      return moment === null ? (
        <span className="text-ink-faint">{t("Never")}</span>
      ) : (
        <RelativeTime at={moment} />
      );
    },
  };
}
