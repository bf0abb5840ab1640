"use client";

import { useExtracted } from "next-intl";
import { Pager } from "@/components/data-table/data-table";

/** The foot of a list that comes in pages: how many are on this one, and the way to the first and to the next. */
export function CursorPager<Cursor extends string | number>({
  shown,
  cursor,
  next,
  summary,
  onTurn,
}: {
  /** Undefined while the first page is under way. */
  shown: number | undefined;
  /** Where this page begins; null for the first. */
  cursor: Cursor | null;
  /** Where the next one begins; null or undefined where there is none, or none known yet. */
  next: Cursor | null | undefined;
  /** What is said of the list, where more than the number on this page is known. */
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
