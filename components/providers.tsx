"use client";

import { ThemeProvider, useTheme } from "next-themes";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { Toaster as Sonner } from "sonner";

/** What every page stands in: the theme, filters in the address bar, and a place for short messages. */
export const Providers = ({ children }: { children: ReactNode }) => (
  <ThemeProvider attribute="class" defaultTheme="system" enableSystem disableTransitionOnChange>
    <NuqsAdapter>{children}</NuqsAdapter>
    <Toaster />
  </ThemeProvider>
);

function Toaster() {
  const { resolvedTheme } = useTheme();
  return (
    <Sonner
      theme={resolvedTheme === "dark" ? "dark" : "light"}
      position="bottom-right"
      closeButton
      toastOptions={{
        classNames: {
          toast: "!bg-raised !text-ink !border-line !text-sm",
          closeButton: "!bg-raised !text-ink !border-line",
        },
      }}
    />
  );
}
