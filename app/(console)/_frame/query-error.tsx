"use client";

import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/feedback";
import type { ConsoleError } from "@/components/data/trpc";

/** Why a list is not there, and another try. */
export const QueryError = ({ error, retry }: { error: ConsoleError; retry: () => void }) => (
  <ErrorState
    message={error.message}
    requestId={error.data?.requestId ?? null}
    retry={<Button onClick={retry}>Try again</Button>}
  />
);
