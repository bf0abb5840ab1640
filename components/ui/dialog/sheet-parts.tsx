"use client";

import { DialogHeader, DialogShell } from "./dialog-shell";
import type { SheetProps } from "./sheet";

/** Side panel. Pages import sheet.tsx instead, which loads this module when a panel first opens. */
export const Sheet = ({ open, onOpenChange, title, description, children, footer }: SheetProps) => (
  <DialogShell
    open={open}
    onOpenChange={onOpenChange}
    described={Boolean(description)}
    className="sheet inset-y-0 right-0 flex w-full max-w-lg flex-col border-l border-line bg-raised shadow-pop outline-none"
  >
    <DialogHeader title={title} description={description} className="border-b border-line py-4" />
    <div
      role="region"
      aria-label={title}
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto px-5 py-4 -outline-offset-2"
    >
      {children}
    </div>
    {footer && (
      <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{footer}</footer>
    )}
  </DialogShell>
);
