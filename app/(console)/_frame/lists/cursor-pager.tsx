"use client";

import { useExtracted } from "next-intl";
import { Pager } from "@/components/data-table/data-table";

/** Footer of a paged list. Shows the number of rows on this page, and buttons for the first and the next page. */
export function CursorPager<Cursor extends string | number>({
  shown,
  cursor,
  next,
  summary,
  onTurn,
}: {
  /** Number of rows on this page. Undefined while the first page is loading. */
  shown: number | undefined;
  /** Cursor of this page. Null for the first page. */
  cursor: Cursor | null;
  /** Cursor of the next page. Null after the last page. Undefined while this page is loading. */
  next: Cursor | null | undefined;
  /** Text that replaces the number of rows on this page, for example a total. */
  summary?: string;
  onTurn: (cursor: Cursor | null) => void;
}) {
  const t = useExtracted("console");
  return (
    <Pager
      summary={summary ?? (shown !== undefined && t("{count, number} on this page", { count: shown }))}
      onFirst={cursor === null ? undefined : () => onTurn(null)}
      onNext={next === null || next === undefined ? undefined : () => onTurn(next)}
    />
  );
}
