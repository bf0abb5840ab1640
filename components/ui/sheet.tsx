"use client";

import type { ReactNode } from "react";
import { lateDialog } from "./late-dialog";

export interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** Stays in sight below what scrolls. */
  footer?: ReactNode;
}

/** A panel at the page's right edge, for looking at one thing without leaving its list. Holds the focus, gives it back. */
export const Sheet = lateDialog<SheetProps>(() => import("./sheet-parts").then((parts) => parts.Sheet));
