"use client";

import { useExtracted } from "next-intl";
import { useState } from "react";

/** Runs a change when the administrator toggles a switch. Returns the pending state and the error message. */
export function useSwitch<Input>(action: (input: Input) => Promise<unknown>) {
  const t = useExtracted("console");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const change = async (input: Input) => {
    setBusy(true);
    setError(null);
    try {
      await action(input);
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : t("It could not be changed."));
    } finally {
      setBusy(false);
    }
  };
  return { run: (input: Input) => void change(input), busy, error };
}
