"use client";

import { useExtracted } from "next-intl";
import { useId, useState, type ReactNode } from "react";
import { refusalWords } from "../form/message";
import { Button } from "./button";
import { Callout } from "./feedback";
import { inputClass } from "./input";
import { lateDialog } from "./late-dialog";

export interface DialogProps {
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
export const Dialog = lateDialog<DialogProps>(() => import("./dialog-parts").then((parts) => parts.Dialog));

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
  const t = useExtracted("shared");
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
      setError(refusalWords(thrown, t("It could not be done.")));
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
              {t.rich("Type <name></name> to confirm", {
                name: () => <span className="font-mono font-semibold text-ink">{typed}</span>,
              })}
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
            {t("Cancel")}
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
