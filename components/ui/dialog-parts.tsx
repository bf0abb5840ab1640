"use client";

import { X } from "lucide-react";
import { useExtracted } from "next-intl";
import { Dialog as RadixDialog } from "radix-ui";
import { useRef } from "react";
import { IconButton } from "./button";
import { cn } from "./cn";
import { useWayBack } from "./focus";
import type { DialogProps } from "./overlay";

/** What a dialog begins with: of radio buttons the chosen one. */
const firstField =
  "input:not([type=radio], [type=hidden], :disabled), input:checked, select, textarea, button:not(:disabled), a[href]";

/** The dialog as Radix makes it. Pages take it from overlay.tsx, which loads this with the first one that opens. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  wide = false,
  sticky = false,
}: DialogProps) {
  const wayBack = useWayBack(open);
  const body = useRef<HTMLDivElement>(null);
  const t = useExtracted("shared");
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="overlay fixed inset-0 z-40 bg-black/45" />
        <RadixDialog.Content
          {...(!description && { "aria-describedby": undefined })}
          {...(sticky && {
            onEscapeKeyDown: (event) => event.preventDefault(),
            onPointerDownOutside: (event) => event.preventDefault(),
            onInteractOutside: (event) => event.preventDefault(),
          })}
          // Not the cross in its corner, which comes first.
          onOpenAutoFocus={(event) => {
            const first = body.current?.querySelector<HTMLElement>(firstField);
            if (!first) return;
            event.preventDefault();
            first.focus();
          }}
          onCloseAutoFocus={wayBack}
          className={cn(
            "fixed top-[8vh] left-1/2 z-50 flex max-h-[84vh] w-[calc(100vw-2rem)] -translate-x-1/2 flex-col overflow-hidden rounded-xl border border-line bg-raised shadow-pop",
            wide ? "max-w-2xl" : "max-w-md",
          )}
        >
          <header className="flex items-start justify-between gap-4 px-5 pt-4">
            <div className="min-w-0">
              <RadixDialog.Title className="text-base font-semibold">{title}</RadixDialog.Title>
              {description && (
                <RadixDialog.Description className="mt-1 text-ink-soft">
                  {description}
                </RadixDialog.Description>
              )}
            </div>
            {!sticky && (
              <RadixDialog.Close asChild>
                <IconButton label={t("Close")} className="-mt-1 -mr-2">
                  <X />
                </IconButton>
              </RadixDialog.Close>
            )}
          </header>
          <div ref={body} className="min-h-0 overflow-y-auto px-5 pt-4 pb-5">
            {children}
          </div>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
