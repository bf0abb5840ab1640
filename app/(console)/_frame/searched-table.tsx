"use client";

import type { LucideIcon } from "lucide-react";
import { useExtracted } from "next-intl";
import { parseAsString, useQueryState } from "nuqs";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";
import { SearchInput } from "@/components/ui/input";
import { QueryTable, type QueryTableProps, type TableQuery } from "./query-table";

/** What is searched for in the list of a page; it stands in the address. */
export const useSearch = () => useQueryState("search", parseAsString.withDefault(""));

interface Search<Row> {
  /** Names the field. */
  label: string;
  /** What of a row is searched; nothing is found by what is null. */
  textOf: (row: Row) => (string | null)[];
  /** What is said where nothing is found. */
  none: string;
  icon: LucideIcon;
}

/** The table of a list that is here as a whole, because there are few: searching it needs no server. */
export function SearchedTable<Row>({
  query,
  search,
  empty,
  ...table
}: Omit<QueryTableProps<Row>, "query" | "rows" | "toolbar"> & {
  query: TableQuery & { data: Row[] | undefined };
  search: Search<Row>;
}) {
  const t = useExtracted("console");
  const [sought, setSought] = useSearch();
  const needle = sought.toLowerCase();
  const textOf = (row: Row) => search.textOf(row).filter(Boolean).join(" ").toLowerCase();
  return (
    <QueryTable
      {...table}
      query={query}
      rows={query.data?.filter((row) => textOf(row).includes(needle))}
      toolbar={
        <SearchInput
          label={search.label}
          value={sought}
          onChange={(next) => void setSought(next)}
          className="w-full sm:w-72"
        />
      }
      empty={
        sought === "" ? (
          empty
        ) : (
          <EmptyState
            icon={search.icon}
            title={search.none}
            action={<Button onClick={() => void setSought(null)}>{t("Clear the search")}</Button>}
          />
        )
      }
    />
  );
}
