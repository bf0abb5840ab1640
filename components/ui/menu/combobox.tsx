"use client";

import { cloneElement, lazy, Suspense } from "react";
import { useLate, type Trigger } from "../dialog/use-late";

export interface ComboboxItem {
  id: string;
  label: string;
  hint?: string | undefined;
  /** Reason why the person cannot choose the item. Absent for a selectable item. */
  disabled?: string | undefined;
}

export interface ComboboxProps {
  trigger: Trigger;
  /** Label of the search field. */
  label: string;
  placeholder: string;
  /** Returns the items that match a text. First called with an empty text, then after each pause in typing. */
  search: (text: string) => Promise<ComboboxItem[]>;
  onPick: (item: ComboboxItem) => void;
  align?: "start" | "end";
}

const load = () => import("./combobox-parts");

const ComboboxRoot = lazy(() => load().then((parts) => ({ default: parts.ComboboxRoot })));

/**
 * Button that opens a search among many choices. The search closes when the person picks an item. The code is loaded on demand.
 */
export function Combobox(props: ComboboxProps) {
  const { arrived, open, setOpen, triggerProps } = useLate(load);
  if (!arrived) return cloneElement(props.trigger, { ...triggerProps, "aria-haspopup": "dialog" });
  return (
    <Suspense fallback={props.trigger}>
      <ComboboxRoot {...props} open={open} onOpenChange={setOpen} />
    </Suspense>
  );
}
