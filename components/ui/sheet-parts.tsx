"use client";

import { X } from "lucide-react";
import { useExtracted } from "next-intl";
import { Dialog as Radix } from "radix-ui";
import { IconButton } from "./button";
import { useWayBack } from "./focus";
import type { SheetProps } from "./sheet";

/** The panel as Radix makes it. Pages take it from sheet.tsx, which loads this with the first one that opens. */
export function Sheet({ open, onOpenChange, title, description, children, footer }: SheetProps) {
  const wayBack = useWayBack(open);
  const t = useExtracted("shared");
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="overlay fixed inset-0 z-40 bg-black/45" />
        <Radix.Content
          {...(!description && { "aria-describedby": undefined })}
          onCloseAutoFocus={wayBack}
          className="sheet fixed inset-y-0 right-0 z-50 flex w-full max-w-lg flex-col border-l border-line bg-raised shadow-pop outline-none"
        >
          <header className="flex items-start justify-between gap-4 border-b border-line px-5 py-4">
            <div className="min-w-0">
              <Radix.Title className="text-base font-semibold break-words">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-0.5 text-ink-soft">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton label={t("Close")} className="-mt-1 -mr-2">
                <X />
              </IconButton>
            </Radix.Close>
          </header>
          <div
            role="region"
            aria-label={title}
            tabIndex={0}
            className="min-h-0 flex-1 overflow-y-auto px-5 py-4 -outline-offset-2"
          >
            {children}
          </div>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
              {footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
