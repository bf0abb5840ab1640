"use client";

import { useMutation, useQueryClient, type UseMutationOptions } from "@tanstack/react-query";
import { say } from "@/components/toast";

/**
 * Returns a function that runs a mutation. After success, the function shows a message and invalidates the queries. After a
 * refusal, the function throws the error to the calling form or dialog.
 */
export function useAction<Input, Output, Failure>(
  options: UseMutationOptions<Output, Failure, Input>,
  done: (output: Output, input: Input) => string | null,
) {
  const queries = useQueryClient();
  const { mutateAsync } = useMutation({
    ...options,
    onSuccess: async (output, input) => {
      const message = done(output, input);
      if (message !== null) void say(message);
      await queries.invalidateQueries();
    },
  });
  return mutateAsync;
}
