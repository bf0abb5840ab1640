"use client";

import { useExtracted } from "next-intl";
import type { ReactNode } from "react";
import { DialogName, DialogShell } from "../ui/dialog/dialog-shell";

/** Navigation for narrow screens, which opens at the left edge. */
export function Drawer({
  open,
  onOpenChange,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}) {
  const t = useExtracted("console");
  return (
    <DialogShell
      open={open}
      onOpenChange={onOpenChange}
      className="drawer inset-y-0 left-0 w-72 max-w-[85vw] border-r border-line bg-canvas"
    >
      <DialogName>{t("Navigation")}</DialogName>
      {children}
    </DialogShell>
  );
}
