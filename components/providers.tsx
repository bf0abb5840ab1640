"use client";

import { useExtracted } from "next-intl";
import { ThemeProvider } from "next-themes";
import dynamic from "next/dynamic";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { useAttended } from "./ui/input/use-attended";
import { Button } from "./ui/button";
import { ErrorState } from "./ui/feedback";

const Toaster = dynamic(() => import("./toaster").then((module) => module.Toaster), { ssr: false });

/**
 * Providers around every page: the theme, filters in the address and short messages. `nonce` is for the script that sets the
 * theme, which the server renders. The browser ignores it, because a later response has another nonce than the loaded page.
 */
export const Providers = ({ nonce, children }: { nonce: string | undefined; children: ReactNode }) => (
  <ThemeProvider
    attribute="class"
    defaultTheme="system"
    enableSystem
    disableTransitionOnChange
    nonce={typeof document === "undefined" ? nonce : undefined}
  >
    <NuqsAdapter>{children}</NuqsAdapter>
    <LateToaster />
  </ThemeProvider>
);

/** Loaded after the page, because the first message is an answer to an action on the page. */
function LateToaster() {
  return useAttended() && <Toaster />;
}

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
