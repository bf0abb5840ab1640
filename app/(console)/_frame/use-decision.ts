"use client";

import { useState } from "react";
import { currentOf } from "@/components/form/conflicts";
import { notSaved } from "@/components/form/use-edit-conflicts";

interface Step {
  /** Runs the change. */
  run: () => Promise<unknown>;
}

/**
 * Asks for confirmation before the change of a form. `ask` resolves to the result of `run`, or to `notSaved` if the reader
 * cancels. It rejects on a conflict, so that the form shows it. Other refusals are shown in the dialog.
 */
export function useDecision<Asked extends Step>() {
  const [open, setOpen] = useState<{
    asked: Asked;
    resolve: (outcome: unknown) => void;
    reject: (error: Error) => void;
  } | null>(null);
  const ask = (asked: Asked) =>
    new Promise<unknown>((resolve, reject) => setOpen({ asked, resolve, reject }));
  const confirm = async () => {
    if (!open) return;
    try {
      open.resolve(await open.asked.run());
    } catch (error) {
      if (!(error instanceof Error) || currentOf(error) === null) throw error;
      open.reject(error);
    }
  };
  const close = () => {
    // Has no effect after a change, because the promise is already resolved.
    open?.resolve(notSaved);
    setOpen(null);
  };
  return {
    /** The change that the dialog asks about. */
    asked: open?.asked ?? null,
    ask,
    dialog: { open: open !== null, onOpenChange: close, onConfirm: confirm },
  };
}
