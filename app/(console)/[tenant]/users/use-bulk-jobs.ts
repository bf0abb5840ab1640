"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useKeptText } from "@/components/data/kept-text";
import { useTRPC } from "@/components/data/trpc";
import type { BulkJob } from "@/server/domain/bulk-jobs/bulk-jobs.schema";

/** With so few people to go, a step is over in a moment: it is asked after often. */
const FEW = 200;

function paceOf(jobs: BulkJob[] = []) {
  const running = jobs.filter(({ status }) => status === "running");
  if (running.length === 0) return false;
  return running.some(({ counts }) => counts.waiting <= FEW) ? 250 : 1_000;
}

/** Keeps up with the steps on many people; when one has ended, every list is asked for again that could show it. */
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

/** Which ended steps this browser does not show any more. */
export function usePutAway() {
  const [text, keep] = useKeptText("bulk-jobs-put-away");
  const ids = text?.split(",").map(Number) ?? [];
  return {
    isPutAway: (jobId: number) => ids.includes(jobId),
    // The latest: no more of them are listed.
    putAway: (jobId: number) => keep([...ids, jobId].slice(-50).join(",")),
  };
}
