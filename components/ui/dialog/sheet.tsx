"use client";

import type { ReactNode } from "react";
import { lateDialog } from "./late-dialog";

export interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** Footer that stays visible below the scrolling content. */
  footer?: ReactNode;
}

/** Side panel at the right edge that shows a record beside its list. Traps the focus and restores the focus after closing. */
export const Sheet = lateDialog<SheetProps>(() => import("./sheet-parts").then((parts) => parts.Sheet));
