"use client";

import { useExtracted } from "next-intl";
import { ThemeProvider } from "next-themes";
import dynamic from "next/dynamic";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { useEffect, useState, type ReactNode } from "react";
import { isLostChunk, mayReload, reloadWhenBack } from "./data/lost-chunk";
import { keepUnsaved } from "./form/leave-guard";
import { useAttended } from "./ui/input/use-attended";
import { Button } from "./ui/button";
import { ErrorState } from "./ui/feedback";

// A failure is not thrown. The error page does not include this component, so that it would replace the whole document.
const Toaster = dynamic(
  () =>
    import("./toaster").then(
      (module) => module.Toaster,
      () => () => null,
    ),
  { ssr: false },
);

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

/**
 * Error page that replaces a page whose rendering failed. If a script could not be loaded, the page loads again by itself when
 * the server answers, at most once a minute. Unsaved input is kept.
 */
export function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const t = useExtracted("shared");
  const lost = isLostChunk(error);
  // Reads the forms in the first render, because they are removed from the page after it. React may render twice.
  useState(() => lost && keepUnsaved());
  const [reloads, setReloads] = useState(false);
  useEffect(() => {
    if (!lost || !mayReload(window.sessionStorage, Date.now())) return undefined;
    // oxlint-disable-next-line react/set-state-in-effect -- the decision is recorded, so that it is made once
    setReloads(true);
    return reloadWhenBack();
  }, [lost]);
  return (
    <main className="flex min-h-[60dvh] items-center justify-center">
      {lost ? (
        <ErrorState
          title={t("A part of this page could not be loaded")}
          message={
            reloads
              ? t("The page loads again when the server answers. Your input is kept.")
              : t("The server may be restarting, or your connection was lost. Your input is kept.")
          }
          retry={<Button onClick={() => window.location.reload()}>{t("Load the page again")}</Button>}
        />
      ) : (
        <ErrorState
          title={t("This page could not be shown")}
          message={t("Something went wrong on our side. Your data was not changed.")}
          requestId={error.digest ?? null}
          retry={<Button onClick={reset}>{t("Try again")}</Button>}
        />
      )}
    </main>
  );
}
