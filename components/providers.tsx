"use client";

import { ThemeProvider } from "next-themes";
import dynamic from "next/dynamic";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { PageNonce, usePageNonce } from "./page-nonce";
import { useAttended } from "./ui/use-attended";

export { PageError } from "./page-error";

const Toaster = dynamic(() => import("./toaster").then((module) => module.Toaster), { ssr: false });

/** What every page stands in: the theme, filters in the address bar, and a place for short messages. */
export const Providers = ({ nonce, children }: { nonce: string | undefined; children: ReactNode }) => (
  <PageNonce nonce={nonce}>
    <Theme>
      <NuqsAdapter>{children}</NuqsAdapter>
      <LateToaster />
    </Theme>
  </PageNonce>
);

/** The theme is set by a script in the page, and changed without transitions by a style for a moment. */
const Theme = ({ children }: { children: ReactNode }) => (
  <ThemeProvider
    attribute="class"
    defaultTheme="system"
    enableSystem
    disableTransitionOnChange
    nonce={usePageNonce()}
  >
    {children}
  </ThemeProvider>
);

/** The first message is an answer to something that was done on the page: it can come after the page itself. */
function LateToaster() {
  return useAttended() && <Toaster />;
}
