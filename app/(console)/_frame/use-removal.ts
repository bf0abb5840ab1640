"use client";

import { useMutation, useQueryClient, type UseMutationOptions } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { say } from "@/components/toast";

/**
 * Returns a function that deletes the record of the page. After success, the function shows a message and opens `href`. After a
 * refusal, the function throws the error to the calling dialog.
 */
export function useRemoval<Input, Output, Failure>(
  options: UseMutationOptions<Output, Failure, Input>,
  href: string,
  done: (output: Output, input: Input) => string,
) {
  const queries = useQueryClient();
  const router = useRouter();
  const { mutateAsync } = useMutation(options);
  return async (input: Input) => {
    const output = await mutateAsync(input);
    void say(done(output, input));
    // Marks all queries as stale without fetching them again. The query of this page would fail, because its record is deleted.
    await queries.invalidateQueries({ refetchType: "none" });
    router.push(href);
  };
}
