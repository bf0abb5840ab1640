"use client";

import { ThemeProvider } from "next-themes";
import dynamic from "next/dynamic";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { useAttended } from "./ui/use-attended";

export { PageError } from "./page-error";

const Toaster = dynamic(() => import("./toaster").then((module) => module.Toaster), { ssr: false });

/**
 * What every page stands in: the theme, filters in the address bar, and a place for short messages. `nonce`: of the script that
 * sets the theme, which the server writes. In the browser a later answer gives another one, which the loaded page does not know.
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

/** The first message is an answer to something that was done on the page: it can come after the page itself. */
function LateToaster() {
  return useAttended() && <Toaster />;
}
