"use client";

import { cloneElement, lazy, Suspense } from "react";
import { useLate, type Trigger } from "./use-late";

export interface ComboboxItem {
  id: string;
  label: string;
  hint?: string | undefined;
  /** Why it cannot be chosen. */
  disabled?: string | undefined;
}

export interface ComboboxProps {
  trigger: Trigger;
  /** Names the search field. */
  label: string;
  placeholder: string;
  /** What matches the text; it is asked again when the reader stops typing, and at first with nothing. */
  search: (text: string) => Promise<ComboboxItem[]>;
  onPick: (item: ComboboxItem) => void;
  align?: "start" | "end";
}

const load = () => import("./combobox-parts");

const ComboboxRoot = lazy(() => load().then((parts) => ({ default: parts.ComboboxRoot })));

/** A button that opens a search; picking closes it. For more choices than a list can show. Its code comes when asked for. */
export function Combobox(props: ComboboxProps) {
  const { arrived, open, setOpen, triggerProps } = useLate(load);
  if (!arrived) return cloneElement(props.trigger, { ...triggerProps, "aria-haspopup": "dialog" });
  return (
    <Suspense fallback={props.trigger}>
      <ComboboxRoot {...props} open={open} onOpenChange={setOpen} />
    </Suspense>
  );
}
