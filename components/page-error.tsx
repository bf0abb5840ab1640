import { useExtracted } from "next-intl";
import { Button } from "./ui/button";
import { ErrorState } from "./ui/feedback";

/** Replaces a page that failed to render. */
export function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const t = useExtracted("shared");
  return (
    <main className="flex min-h-[60dvh] items-center justify-center">
      <ErrorState
        title={t("This page could not be shown")}
        message={t("Something went wrong on our side. Your data was not changed.")}
        requestId={error.digest ?? null}
        retry={<Button onClick={reset}>{t("Try again")}</Button>}
      />
    </main>
  );
}
