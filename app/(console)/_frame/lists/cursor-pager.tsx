"use client";

import { useExtracted } from "next-intl";
import { Pager } from "@/components/data-table/data-table";

/** Footer of a paged list: the number of rows on this page, and the buttons for the first and the next page. */
export function CursorPager<Cursor extends string | number>({
  shown,
  cursor,
  next,
  summary,
  onTurn,
}: {
  /** Undefined while the first page is loading. */
  shown: number | undefined;
  /** Cursor of this page. Null for the first page. */
  cursor: Cursor | null;
  /** Cursor of the next page. Null if there is none, undefined if it is not known yet. */
  next: Cursor | null | undefined;
  /** Text about the whole list, in place of the number on this page. */
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
