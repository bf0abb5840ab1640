"use client";

import type { ComponentProps } from "react";
import type { ConsoleError } from "@/components/data/trpc";
import { DataTable } from "@/components/data-table/data-table";
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
  const { error } = query;
  return (
    <DataTable
      {...table}
      busy={query.isPlaceholderData}
      error={
        error && table.rows === undefined && <QueryError error={error} retry={() => void query.refetch()} />
      }
    />
  );
}
