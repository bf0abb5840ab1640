"use client";

import { useExtracted } from "next-intl";
import { useTheme } from "next-themes";
import { useEffect } from "react";
import { Toaster as Sonner } from "sonner";
import { toasterArrived } from "./toast";

/** Container that shows the short messages of toast.ts. */
export function Toaster() {
  const t = useExtracted("shared");
  const { resolvedTheme } = useTheme();
  useEffect(toasterArrived, []);
  return (
    <Sonner
      theme={resolvedTheme === "dark" ? "dark" : "light"}
      position="bottom-right"
      closeButton
      containerAriaLabel={t("Notifications")}
      toastOptions={{
        closeButtonAriaLabel: t("Close the notification"),
        classNames: {
          // An open dialog disables pointer events outside of the dialog. Messages must stay clickable.
          toast: "pointer-events-auto !font-sans !bg-raised !text-ink !border-line !text-sm",
          closeButton: "!bg-raised !text-ink !border-line",
        },
      }}
    />
  );
}
