"use client";

import { useMutation, useQueryClient, type UseMutationOptions } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { say } from "@/components/toast";

/** Deletes the record of the page. After success, shows a message and opens `href`. Throws a refusal to the calling dialog. */
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
    // Marks the queries without a refetch, because the page's own query would fail for the deleted record.
    await queries.invalidateQueries({ refetchType: "none" });
    router.push(href);
  };
}
