"use client";

import { useExtracted } from "next-intl";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/feedback";
import type { ConsoleError } from "@/components/data/trpc";

/** Why a list is not there, and another try. */
export function QueryError({ error, retry }: { error: ConsoleError; retry: () => void }) {
  const t = useExtracted("console");
  return (
    <ErrorState
      message={error.message}
      requestId={error.data?.requestId ?? null}
      retry={<Button onClick={retry}>{t("Try again")}</Button>}
    />
  );
}
