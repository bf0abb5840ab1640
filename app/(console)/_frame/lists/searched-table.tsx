"use client";

import type { LucideIcon } from "lucide-react";
import { useExtracted } from "next-intl";
import { parseAsString, useQueryState } from "nuqs";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";
import { SearchInput } from "@/components/ui/input/input";
import { QueryTable, type QueryTableProps, type TableQuery } from "./query-table";
import { useSorting } from "./use-sorting";

/** Returns the search text of a list and its setter. The query of the page stores the text. */
export const useSearch = () => useQueryState("search", parseAsString.withDefault(""));

interface Search<Row> {
  /** Label of the search field. */
  label: string;
  /** Returns the texts of a row that the search covers. Null entries are ignored. */
  textOf: (row: Row) => (string | null)[];
  /** Text if no row matches. */
  none: string;
  icon: LucideIcon;
}

/** Empty state of a search without results. A button clears the search. */
export function NothingFound({ icon, title, clear }: { icon: LucideIcon; title: string; clear: () => void }) {
  const t = useExtracted("console");
  return (
    <EmptyState icon={icon} title={title} action={<Button onClick={clear}>{t("Clear the search")}</Button>} />
  );
}

/** Table for a complete list of rows. The browser searches and sorts the rows, because the list is short. */
export function SearchedTable<Row>({
  query,
  search,
  empty,
  toolbar,
  ...table
}: Omit<QueryTableProps<Row>, "query" | "rows" | "sort" | "onSort" | "toolbar"> & {
  query: TableQuery & { data: Row[] | undefined };
  search: Search<Row>;
  /** Renders the toolbar around the search field. */
  toolbar?: (field: ReactNode) => ReactNode;
}) {
  const [sought, setSought] = useSearch();
  const needle = sought.toLowerCase();
  const textOf = (row: Row) => search.textOf(row).filter(Boolean).join(" ").toLowerCase();
  const found = query.data?.filter((row) => textOf(row).includes(needle));
  const sorting = useSorting(table.columns, found);
  const field = (
    <SearchInput
      label={search.label}
      value={sought}
      onChange={(next) => void setSought(next)}
      className="w-full sm:w-72"
    />
  );
  return (
    <QueryTable
      {...table}
      {...sorting}
      query={query}
      toolbar={toolbar ? toolbar(field) : field}
      empty={
        sought === "" ? (
          empty
        ) : (
          <NothingFound icon={search.icon} title={search.none} clear={() => void setSought(null)} />
        )
      }
    />
  );
}
