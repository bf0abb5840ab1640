"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";

/**
 * Stores the open state of a dialog in the query of the page (`?new=true`). Links and the command palette can therefore open
 * the dialog.
 *
 * Changes the address at once, unlike nuqs. If a dialog closes and opens another page, a delayed change would undo the
 * navigation. Closing the dialog also removes the parameters in `details`. The next opening therefore starts without old
 * values.
 *
 * The hook has a state of its own, because Next.js applies a change of the address in a transition, and does not observe
 * changes at all until its effects have run.
 */
export function useDialogInUrl(
  name: string,
  ...details: string[]
): [open: boolean, setOpen: (open: boolean) => void] {
  const inAddress = useSearchParams().get(name) === "true";
  const [state, setState] = useState({ inAddress, open: inAddress });
  if (state.inAddress !== inAddress) setState({ inAddress, open: inAddress });
  const setOpen = (next: boolean) => {
    setState({ inAddress, open: next });
    const address = new URL(window.location.href);
    if ((address.searchParams.get(name) === "true") === next) return;
    if (next) address.searchParams.set(name, "true");
    else for (const gone of [name, ...details]) address.searchParams.delete(gone);
    window.history.replaceState(null, "", address);
  };
  return [state.open, setOpen];
}
