"use client";

import { useState } from "react";
import { currentOf } from "@/components/form/conflicts";
import { notSaved } from "@/components/form/use-edit-conflicts";

interface Step {
  /** Makes the change. */
  run: () => Promise<unknown>;
}

/**
 * A change that a form sends only after the reader has decided in a dialog. `ask` gives what `run` gave, or `notSaved` where
 * they decided against it; that somebody else has changed it meanwhile is thrown, to the form, and what else is refused stays
 * in the dialog.
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
    // Where it was done, this comes too late to say anything.
    open?.resolve(notSaved);
    setOpen(null);
  };
  return {
    /** What is asked about at the moment. */
    asked: open?.asked ?? null,
    ask,
    dialog: { open: open !== null, onOpenChange: close, onConfirm: confirm },
  };
}
