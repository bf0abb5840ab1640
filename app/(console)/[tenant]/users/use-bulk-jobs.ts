"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useKeptText } from "@/components/data/kept-text";
import { useTRPC } from "@/components/data/trpc";
import type { BulkJob } from "@/server/domain/bulk-jobs/bulk-jobs.schema";

/** Number of waiting people below which an action ends within seconds. The page then polls faster. */
const FEW = 200;

function paceOf(jobs: BulkJob[] = []) {
  const running = jobs.filter(({ status }) => status === "running");
  if (running.length === 0) return false;
  return running.some(({ counts }) => counts.waiting <= FEW) ? 250 : 1_000;
}

/** Polls the bulk actions. When one ends, invalidates the lists that may show its effects. */
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

/** Returns the ended actions that this browser hides, and a function that hides one. */
export function usePutAway() {
  const [text, keep] = useKeptText("bulk-jobs-put-away");
  const ids = text?.split(",").map(Number) ?? [];
  return {
    isPutAway: (jobId: number) => ids.includes(jobId),
    // Keeps the latest 50, because the list has no more.
    putAway: (jobId: number) => keep([...ids, jobId].slice(-50).join(",")),
  };
}
