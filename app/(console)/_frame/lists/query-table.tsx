"use client";

import { useExtracted } from "next-intl";
import type { ComponentProps } from "react";
import type { ConsoleError } from "@/components/data/trpc";
import { DataTable } from "@/components/data-table/data-table";
import { Callout } from "@/components/ui/feedback";
import { QueryError } from "./query-error";

/** Properties of a query that the table reads. */
export interface TableQuery {
  error: ConsoleError | null;
  isPlaceholderData: boolean;
  refetch: () => Promise<unknown>;
}

export type QueryTableProps<Row> = Omit<ComponentProps<typeof DataTable<Row>>, "error" | "busy"> & {
  query: TableQuery;
};

/**
 * Table for the rows of a query. Shows the error of the query with a retry button. The rows are dimmed while the next page is
 * loading.
 */
export function QueryTable<Row>({ query, ...table }: QueryTableProps<Row>) {
  const t = useExtracted("console");
  const { error } = query;
  return (
    <>
      {error && table.rows !== undefined && (
        <div className="mb-3">
          <Callout tone="warning" urgent title={t("The list could not be updated. It may be out of date.")}>
            {error.message}{" "}
            <button type="button" className="rounded underline" onClick={() => void query.refetch()}>
              {t("Try again")}
            </button>
          </Callout>
        </div>
      )}
      <DataTable
        {...table}
        busy={query.isPlaceholderData}
        error={
          error && table.rows === undefined && <QueryError error={error} retry={() => void query.refetch()} />
        }
      />
    </>
  );
}
