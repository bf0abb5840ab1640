"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useKeptText } from "@/components/data/kept-text";
import { useTRPC } from "@/components/data/trpc";
import type { BulkJob } from "@/server/domain/bulk-jobs/bulk-jobs.schema";

/** Maximum number of waiting users for fast polling. A bulk action for so few users ends within seconds. */
const FEW = 200;

function paceOf(jobs: BulkJob[] = []) {
  const running = jobs.filter(({ status }) => status === "running");
  if (running.length === 0) return false;
  return running.some(({ counts }) => counts.waiting <= FEW) ? 250 : 1_000;
}

/** Polls the bulk actions. When a bulk action ends, invalidates all queries, because their results may have changed. */
export function useBulkJobs(): BulkJob[] {
  const queries = useQueryClient();
  const trpc = useTRPC();
  const { data: jobs } = useQuery(
    trpc.usersBulk.list.queryOptions({}, { refetchInterval: ({ state }) => paceOf(state.data) }),
  );
  const ended = jobs?.flatMap(({ jobId, status }) => (status === "running" ? [] : [jobId])).join();
  const before = useRef(ended);
  useEffect(() => {
    if (before.current !== undefined && before.current !== ended) void queries.invalidateQueries();
    before.current = ended;
  }, [ended, queries]);
  const { isPutAway } = usePutAway();
  return (jobs ?? []).filter(
    ({ jobId, status, undone }) => status === "running" || (!undone && !isPutAway(jobId)),
  );
}

/** Stores the ids of the ended bulk actions that the administrator has hidden in this browser. */
export function usePutAway() {
  const [text, keep] = useKeptText("bulk-jobs-put-away");
  const ids = text?.split(",").map(Number) ?? [];
  return {
    isPutAway: (jobId: number) => ids.includes(jobId),
    // Stores only the latest 50 ids, because the server lists fewer bulk actions.
    putAway: (jobId: number) => keep([...ids, jobId].slice(-50).join(",")),
  };
}
