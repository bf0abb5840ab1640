"use client";

import { useMutation, useQueryClient, type UseMutationOptions } from "@tanstack/react-query";
import { say } from "@/components/toast";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { useRouter } from "next/navigation";

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

/** Runs a change when the administrator toggles a switch. Returns the pending state and the error message. */
export function useSwitch<Input>(action: (input: Input) => Promise<unknown>) {
  const t = useExtracted("console");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const change = async (input: Input) => {
    setBusy(true);
    setError(null);
    try {
      await action(input);
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : t("It could not be changed."));
    } finally {
      setBusy(false);
    }
  };
  return { run: (input: Input) => void change(input), busy, error };
}

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
