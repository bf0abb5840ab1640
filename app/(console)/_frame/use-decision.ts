"use client";

import { useState } from "react";
import { currentOf } from "@/components/form/conflicts";
import { notSaved } from "@/components/form/use-edit-conflicts";

interface Step {
  /** Sends the change to the server. */
  run: () => Promise<unknown>;
}

/**
 * Asks for a confirmation before a form saves a change. `ask` resolves to the result of `run`. If the administrator cancels,
 * `ask` resolves to `notSaved`. After an edit conflict, `ask` rejects, and the form shows the conflict. The dialog shows other
 * errors.
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
    // Has no effect after a completed change, because the promise is already resolved.
    open?.resolve(notSaved);
    setOpen(null);
  };
  return {
    /** Change that waits for the confirmation, or null. */
    asked: open?.asked ?? null,
    ask,
    dialog: { open: open !== null, onOpenChange: close, onConfirm: confirm },
  };
}
