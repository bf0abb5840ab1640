"use client";

import type { ConsoleError } from "@/components/data/trpc";
import { Skeleton } from "@/components/ui/feedback";
import { QueryError } from "./query-error";

/**
 * What stands where a query has no data: why it has none and another try, or that it is on its way. Where there is data,
 * show that, whatever became of asking again: a form and an open dialog must outlive a server that is away for a moment.
 */
export const NotLoaded = ({
  query: { error, refetch },
  className,
}: {
  query: { error: ConsoleError | null; refetch: () => Promise<unknown> };
  /** The size of what will stand there. */
  className?: string;
}) =>
  error ? <QueryError error={error} retry={() => void refetch()} /> : <Skeleton className={className} />;
