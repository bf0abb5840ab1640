"use client";

import type { ConsoleError } from "@/components/data/trpc";
import { Skeleton } from "@/components/ui/feedback";
import { NotThere } from "./not-there";
import { isNotThere, QueryError } from "../lists/query-error";

/**
 * Placeholder for a query without data: a skeleton, or the error with a button that retries. Do not use it for a failed refetch:
 * forms and open dialogs must survive a short outage of the server.
 */
export function NotLoaded({
  query: { error, refetch },
  className,
  page = false,
}: {
  query: { error: ConsoleError | null; refetch: () => Promise<unknown> };
  /** Size of the content. */
  className?: string;
  /** True if the query is the subject of the page. Without it the page is "not found". */
  page?: boolean;
}) {
  if (error === null) return <Skeleton className={className} />;
  if (page && isNotThere(error)) return <NotThere message={error.message} />;
  return <QueryError error={error} retry={() => void refetch()} />;
}
