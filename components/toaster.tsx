"use client";

import { useTheme } from "next-themes";
import { useEffect } from "react";
import { Toaster as Sonner } from "sonner";
import { toasterArrived } from "./toast";

/** The place for short messages. */
export function Toaster() {
  const { resolvedTheme } = useTheme();
  useEffect(toasterArrived, []);
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
