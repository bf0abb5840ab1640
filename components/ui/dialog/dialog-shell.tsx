"use client";

import { X } from "lucide-react";
import { useExtracted } from "next-intl";
import { Dialog as Radix } from "radix-ui";
import { type ComponentProps, type ReactNode, useEffect } from "react";
import { closeFinished } from "../../toast";
import { GuardsInside, useCloseGuard } from "../../form/use-leave-guard";
import { IconButton } from "../button";
import { cn } from "../cn";
import { useWayBack } from "./focus";
import "./replay-keys";

type ContentProps = ComponentProps<typeof Radix.Content>;

interface Props extends Pick<
  ContentProps,
  "onEscapeKeyDown" | "onPointerDownOutside" | "onInteractOutside" | "onOpenAutoFocus"
> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** True if the dialog header has a description. */
  described?: boolean;
  /** CSS classes for the position and the appearance. */
  className: string;
  /** Content. Must contain a `DialogHeader`, or a `DialogName` if the dialog has no visible title. */
  children: ReactNode;
}

/**
 * Base of dialogs, side panels and the command palette. Dims the page, traps the focus, and restores the focus after closing.
 * If input is unsaved, Escape, a click outside and the close button ask for a confirmation. Other buttons close without a
 * question.
 */
export function DialogShell({
  open,
  onOpenChange,
  described = false,
  className,
  children,
  ...content
}: Props) {
  const wayBack = useWayBack(open);
  const { guards, mayClose } = useCloseGuard();
  useEffect(() => {
    if (open) void closeFinished();
  }, [open]);
  return (
    <Radix.Root open={open} onOpenChange={(next) => (next || mayClose()) && onOpenChange(next)}>
      <Radix.Portal>
        <Radix.Overlay className="overlay fixed inset-0 z-40 bg-black/45" />
        <Radix.Content
          {...(!described && { "aria-describedby": undefined })}
          // A click on a short message does not close the dialog. The message lies above the dialog.
          onInteractOutside={(event) =>
            (event.target as Element).closest("[data-sonner-toaster]") && event.preventDefault()
          }
          {...content}
          onCloseAutoFocus={wayBack}
          className={cn("fixed z-50", className)}
        >
          <GuardsInside value={guards}>{children}</GuardsInside>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Accessible name for a dialog without a visible title. */
export const DialogName = ({ children }: { children: string }) => (
  <Radix.Title className="sr-only">{children}</Radix.Title>
);

/** Header of a dialog with title, description and close button. */
export function DialogHeader({
  title,
  description,
  closable = true,
  className,
}: {
  title: string;
  description: ReactNode;
  closable?: boolean;
  className: string;
}) {
  const t = useExtracted("shared");
  return (
    <header className={cn("flex items-start justify-between gap-4 px-5", className)}>
      <div className="min-w-0">
        <Radix.Title className="text-base font-semibold break-words">{title}</Radix.Title>
        {description && <Radix.Description className="mt-1 text-ink-soft">{description}</Radix.Description>}
      </div>
      {closable && (
        <Radix.Close asChild>
          <IconButton label={t("Close")} className="-mt-1 -mr-2">
            <X />
          </IconButton>
        </Radix.Close>
      )}
    </header>
  );
}
