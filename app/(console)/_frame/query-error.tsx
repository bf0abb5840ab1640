"use client";

import { useExtracted } from "next-intl";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/feedback";
import { isSessionOver, SignInAgain } from "@/components/form/sign-in-again";
import type { ConsoleError } from "@/components/data/trpc";

/** Why a list is not there, and another try. */
export function QueryError({ error, retry }: { error: ConsoleError; retry: () => void }) {
  const t = useExtracted("console");
  return (
    <ErrorState
      message={error.message}
      requestId={error.data?.requestId ?? null}
      retry={
        <div className="flex flex-col items-center gap-3">
          {isSessionOver(error) && <SignInAgain />}
          <Button onClick={retry}>{t("Try again")}</Button>
        </div>
      }
    />
  );
}
