"use client";

import type { ConsoleError } from "@/components/data/trpc";
import { Skeleton } from "@/components/ui/feedback";
import { NotThere } from "./not-there";
import { isNotThere, QueryError } from "../lists/query-error";

/**
 * Placeholder for a query without data. Shows a skeleton while the query loads, and the error with a retry button after a
 * failure. Do not use this component for a failed refetch, because forms and open dialogs must survive a short outage of the
 * server.
 */
export function NotLoaded({
  query: { error, refetch },
  className,
  page = false,
}: {
  query: { error: ConsoleError | null; refetch: () => Promise<unknown> };
  /** CSS classes with the size of the loaded content. */
  className?: string;
  /** True if the query loads the main record of the page. Status 404 then shows the "not found" page. */
  page?: boolean;
}) {
  if (error === null) return <Skeleton className={className} />;
  if (page && isNotThere(error)) return <NotThere message={error.message} />;
  return <QueryError error={error} retry={() => void refetch()} />;
}
