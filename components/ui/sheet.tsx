"use client";

import { lazy, Suspense, useState, type ReactNode } from "react";

export interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** Stays in sight below what scrolls. */
  footer?: ReactNode;
}

const SheetParts = lazy(() => import("./sheet-parts").then((parts) => ({ default: parts.Sheet })));

/** A panel at the page's right edge, for looking at one thing without leaving its list. Holds the focus, gives it back. */
export function Sheet(props: SheetProps) {
  const [asked, setAsked] = useState(props.open);
  if (props.open && !asked) setAsked(true);
  return (
    asked && (
      <Suspense>
        <SheetParts {...props} />
      </Suspense>
    )
  );
}
