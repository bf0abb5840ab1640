"use client";

import { useExtracted } from "next-intl";
import type { Column } from "@/components/data-table/data-table";
import { Code } from "@/components/ui/text";

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
