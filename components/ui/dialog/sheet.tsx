"use client";

import type { ReactNode } from "react";
import { lateDialog } from "./late-dialog";

export interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** Footer below the scrolling content, always visible. */
  footer?: ReactNode;
}

/** Panel at the right edge, to show a record without leaving its list. Traps the focus and returns it on closing. */
export const Sheet = lateDialog<SheetProps>(() => import("./sheet-parts").then((parts) => parts.Sheet));
