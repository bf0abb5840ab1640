"use client";

import type { ComponentProps } from "react";
import type { ConsoleError } from "@/components/data/trpc";
import { DataTable } from "@/components/data-table/data-table";
import { QueryError } from "./query-error";

/** What a table needs to know of the query that its rows come from. */
export interface TableQuery {
  error: ConsoleError | null;
  isPlaceholderData: boolean;
  refetch: () => Promise<unknown>;
}

export type QueryTableProps<Row> = Omit<ComponentProps<typeof DataTable<Row>>, "error" | "busy"> & {
  query: TableQuery;
};

/** The table of what a query found: says why it found nothing and tries again, and dims while the next rows are on their way. */
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
