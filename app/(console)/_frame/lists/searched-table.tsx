"use client";

import type { LucideIcon } from "lucide-react";
import { useExtracted } from "next-intl";
import { parseAsString, useQueryState } from "nuqs";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";
import { SearchInput } from "@/components/ui/input";
import { QueryTable, type QueryTableProps, type TableQuery } from "./query-table";
import { useSorting } from "./use-sorting";

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

/** What stands in the place of the rows of which none was found. */
export function NothingFound({ icon, title, clear }: { icon: LucideIcon; title: string; clear: () => void }) {
  const t = useExtracted("console");
  return (
    <EmptyState icon={icon} title={title} action={<Button onClick={clear}>{t("Clear the search")}</Button>} />
  );
}

/** The table of a list that is here as a whole, because there are few: searching and sorting it need no server. */
export function SearchedTable<Row>({
  query,
  search,
  empty,
  toolbar,
  ...table
}: Omit<QueryTableProps<Row>, "query" | "rows" | "sort" | "onSort" | "toolbar"> & {
  query: TableQuery & { data: Row[] | undefined };
  search: Search<Row>;
  /** What stands with the field of the search. */
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
