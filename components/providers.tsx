"use client";

import { ThemeProvider } from "next-themes";
import dynamic from "next/dynamic";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { useEffect, useState, type ReactNode } from "react";

export { PageError } from "./page-error";

const Toaster = dynamic(() => import("./toaster").then((module) => module.Toaster), { ssr: false });

/** What every page stands in: the theme, filters in the address bar, and a place for short messages. */
export const Providers = ({ children }: { children: ReactNode }) => (
  <ThemeProvider attribute="class" defaultTheme="system" enableSystem disableTransitionOnChange>
    <NuqsAdapter>{children}</NuqsAdapter>
    <LateToaster />
  </ThemeProvider>
);

/** How long after a page came to life nobody can have done anything that a message would tell of. */
const LATE_MS = 1_000;

/** The first message is an answer to something that was done on the page: it can come after the page itself. */
function LateToaster() {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  return due && <Toaster />;
}
