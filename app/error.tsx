"use client";

import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/feedback";

export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <main className="flex min-h-[60dvh] items-center justify-center">
      <ErrorState
        title="This page could not be shown"
        message="Something went wrong on our side. Nothing of yours was changed."
        requestId={error.digest ?? null}
        retry={<Button onClick={reset}>Try again</Button>}
      />
    </main>
  );
}
