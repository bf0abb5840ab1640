"use client";

import type { ConsoleError } from "@/components/data/trpc";
import { Skeleton } from "@/components/ui/feedback";
import { NotThere } from "./not-there";
import { isNotThere, QueryError } from "../lists/query-error";

/**
 * What stands where a query has no data: why it has none and another try, or that it is on its way. Where there is data,
 * show that, whatever became of asking again: a form and an open dialog must outlive a server that is away for a moment.
 */
export function NotLoaded({
  query: { error, refetch },
  className,
  page = false,
}: {
  query: { error: ConsoleError | null; refetch: () => Promise<unknown> };
  /** The size of what will stand there. */
  className?: string;
  /** It is what the whole page is about: without it there is no such page. */
  page?: boolean;
}) {
  if (error === null) return <Skeleton className={className} />;
  if (page && isNotThere(error)) return <NotThere message={error.message} />;
  return <QueryError error={error} retry={() => void refetch()} />;
}
