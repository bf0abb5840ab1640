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
 * Providers around every page: the theme, the filters in the query of the page, and short messages. `nonce` is for the script
 * that the server renders to set the theme. The browser uses no nonce here, because the nonce of a later response differs from
 * the nonce of the loaded page.
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

/** Loaded after the page, because no message is shown before the person acts on the page. */
function LateToaster() {
  return useAttended() && <Toaster />;
}

/** Error page that replaces a page whose rendering failed. */
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
