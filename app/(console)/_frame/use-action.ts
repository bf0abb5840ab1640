"use client";

import { useMutation, useQueryClient, type UseMutationOptions } from "@tanstack/react-query";
import { say } from "@/components/toast";

/**
 * A change made from the console: when it is done, says so and has every list asked for again that could show it.
 * A refusal is thrown to the form or dialog that asked.
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
