"use client";

import { parseAsBoolean, useQueryState } from "nuqs";

/**
 * Whether a dialog of the page is open, as its address says (`?new=true`): so the command palette, and any link, can lead
 * to a page with its dialog open.
 */
export function useAsked(name: string): [open: boolean, setOpen: (open: boolean) => void] {
  const [open, setOpen] = useQueryState(name, parseAsBoolean.withDefault(false));
  return [open, (next) => void setOpen(next ? true : null)];
}
