"use client";

import { useSearchParams } from "next/navigation";

/**
 * Whether a dialog of the page is open, as its address says (`?new=true`): so the command palette, and any link, can lead
 * to a page with its dialog open.
 *
 * The address changes at once, not a moment later as nuqs does it: a dialog that closes and leads to another page would
 * otherwise come after its own navigation and undo it. What else the address says of the dialog (`details`) goes when it
 * closes, so that it does not open with it the next time.
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
