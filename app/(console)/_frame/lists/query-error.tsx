"use client";

import { useExtracted } from "next-intl";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/feedback";
import { isSessionOver, SignInAgain } from "@/components/form/sign-in-again";
import type { ConsoleError } from "@/components/data/trpc";

/** Returns true for status 404: the record does not exist or the administrator may not see it. */
export const isNotThere = (error: ConsoleError) => error.data?.httpStatus === 404;

/** Shows the error of a query with a retry button. For a missing record, shows no retry button. */
export function QueryError({ error, retry }: { error: ConsoleError; retry: () => void }) {
  const t = useExtracted("console");
  if (isNotThere(error)) return <ErrorState title={t("There is nothing here")} message={error.message} />;
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
