"use client";

import { useMutation, useQueryClient, type UseMutationOptions } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { say } from "@/components/toast";

/**
 * The deletion of what the page shows: when it is done, says so and goes on to `href`. A refusal is thrown to the dialog
 * that asked, on the page that is still there.
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
    // Marked only: this page's own would be asked about what is gone.
    await queries.invalidateQueries({ refetchType: "none" });
    router.push(href);
  };
}
