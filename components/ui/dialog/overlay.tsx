"use client";

import { useExtracted } from "next-intl";
import { useId, useState, type ReactNode } from "react";
import { refusalWords } from "../../form/message";
import { Button } from "../button";
import { Callout } from "../feedback";
import { inputClass } from "../input/input";
import { lateDialog } from "./late-dialog";

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** True makes the dialog wider, for forms with long lists. */
  wide?: boolean;
  /** True disables closing by Escape or a click outside. Used for content that is shown once. */
  sticky?: boolean;
}

/** Dialog that traps the focus and restores the focus after closing. */
export const Dialog = lateDialog<DialogProps>(() => import("./dialog-parts").then((parts) => parts.Dialog));

/** Row of buttons at the end of a dialog. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="mt-5 flex flex-wrap justify-end gap-2">{children}</div>
);

interface ConfirmProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Description of the consequences of the action. */
  children: ReactNode;
  action: string;
  danger?: boolean;
  /** Name that the person must type to confirm an action that cannot be undone. */
  typed?: string;
  /** Runs the action. After an error, the dialog shows the error and stays open. */
  onConfirm: () => Promise<unknown>;
}

/** Dialog that describes the consequences of an action and asks for a confirmation. */
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

// This module also loads the code of dialogs. Modules that use only menus must import menu.tsx.
export * from "../menu/menu";
