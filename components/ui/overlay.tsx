"use client";

import { X } from "lucide-react";
import { Dialog as RadixDialog } from "radix-ui";
import { useId, useState, type ReactNode } from "react";
import { refusalWords } from "../form/message";
import { Button, IconButton } from "./button";
import { cn } from "./cn";
import { Callout } from "./feedback";
import { inputClass } from "./input";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** Wider, for forms with long lists. */
  wide?: boolean;
  /** Keeps the dialog open until it is closed by its own buttons: for what is shown once. */
  sticky?: boolean;
}

/** A dialog that holds the focus until it is closed and gives it back. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  wide = false,
  sticky = false,
}: DialogProps) {
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
                <IconButton label="Close" className="-mt-1 -mr-2">
                  <X />
                </IconButton>
              </RadixDialog.Close>
            )}
          </header>
          <div className="min-h-0 overflow-y-auto px-5 pt-4 pb-5">{children}</div>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** The row of buttons at a dialog's end. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="mt-5 flex flex-wrap justify-end gap-2">{children}</div>
);

interface ConfirmProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What will happen, in words and numbers. */
  children: ReactNode;
  action: string;
  danger?: boolean;
  /** A name that must be typed first, where the step cannot be undone. */
  typed?: string;
  /** Does it; what it throws is shown here, and the dialog stays. */
  onConfirm: () => Promise<unknown>;
}

/** Asks before something is done, and tells what will happen. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  action,
  danger = false,
  typed,
  onConfirm,
}: ConfirmProps) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [text, setText] = useState("");
  const field = useId();
  const close = (next: boolean) => {
    if (pending) return;
    setError(null);
    setText("");
    onOpenChange(next);
  };
  const confirm = async () => {
    setPending(true);
    setError(null);
    try {
      await onConfirm();
      setText("");
      onOpenChange(false);
    } catch (thrown) {
      setError(refusalWords(thrown, "It could not be done."));
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog open={open} onOpenChange={close} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <div className="space-y-3 text-ink-soft">{children}</div>
        {typed !== undefined && (
          <div className="mt-4">
            <label htmlFor={field} className="mb-1 block text-sm">
              Type <span className="font-mono font-semibold text-ink">{typed}</span> to confirm
            </label>
            <input
              id={field}
              className={inputClass()}
              value={text}
              onChange={(event) => setText(event.target.value)}
              autoComplete="off"
              spellCheck={false}
            />
          </div>
        )}
        {error && (
          <div className="mt-4">
            <Callout tone="danger">{error}</Callout>
          </div>
        )}
        <DialogActions>
          <Button onClick={() => close(false)} disabled={pending}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={danger ? "danger" : "primary"}
            loading={pending}
            disabled={typed !== undefined && text !== typed}
          >
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

// What needs only a menu takes it from there: dialogs would come along with it.
export * from "./menu";
