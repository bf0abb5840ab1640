"use client";

import { useSearchParams } from "next/navigation";

/**
 * Stores in the address if a dialog of the page is open (`?new=true`), so that links and the command palette can open it.
 *
 * Changes the address at once, unlike nuqs. A deferred change of a dialog that closes and opens another page would undo the
 * navigation. Closing also removes the parameters in `details`, so that the next opening starts without them.
 */
export function useDialogInUrl(
  name: string,
  ...details: string[]
): [open: boolean, setOpen: (open: boolean) => void] {
  const open = useSearchParams().get(name) === "true";
  const setOpen = (next: boolean) => {
    const address = new URL(window.location.href);
    if ((address.searchParams.get(name) === "true") === next) return;
    if (next) address.searchParams.set(name, "true");
    else for (const gone of [name, ...details]) address.searchParams.delete(gone);
    window.history.replaceState(null, "", address);
  };
  return [open, setOpen];
}
