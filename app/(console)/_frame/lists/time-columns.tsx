"use client";

import { useExtracted } from "next-intl";
import type { Column } from "@/components/data-table/data-table";
import { RelativeTime, Code } from "@/components/ui/text";

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

/** Returns the column with the client id of a row and a copy button. */
export function useClientIdColumn<Row extends { name: string; clientId: string }>(): Column<Row> {
  const t = useExtracted("console");
  return {
    id: "clientId",
    header: t("Client id"),
    width: 15,
    // The cell lies above the link that covers the row. The administrator can therefore select and copy the text.
    cell: ({ name, clientId }) => (
      <span className="relative z-10 inline-flex max-w-60">
        <Code text={clientId} label={t("client id of {name}", { name })} />
      </span>
    ),
    hideable: true,
  };
}
