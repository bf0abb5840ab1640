"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/components/data/trpc";
import { MOST_AT_ONCE, type BulkAction } from "@/server/domain/users/bulk.schema";

/** The key of what a dialog asked before the step. */
export const BULK_PLAN = "bulk-plan";

export interface BulkResult {
  done: number[];
  refused: { id: number; problem: string }[];
}

/** Does a step to many people, some at a time, and tells how far it is; what is refused for one does not stop the others. */
export function useBulk() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { mutateAsync } = useMutation(trpc.usersBulk.run.mutationOptions());
  return async function run(
    action: BulkAction,
    userIds: number[],
    progress: (finished: number) => void = () => {},
  ): Promise<BulkResult> {
    const result: BulkResult = { done: [], refused: [] };
    // Small ones first show that something happens.
    const size = Math.min(MOST_AT_ONCE, Math.max(10, Math.ceil(userIds.length / 20)));
    try {
      for (let from = 0; from < userIds.length; from += size) {
        const { done, refused } = await mutateAsync({ action, userIds: userIds.slice(from, from + size) });
        result.done.push(...done);
        result.refused.push(...refused);
        progress(from + size);
      }
    } finally {
      // Not the numbers that were agreed to: they stand until the dialog closes.
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== BULK_PLAN });
    }
    return result;
  };
}
