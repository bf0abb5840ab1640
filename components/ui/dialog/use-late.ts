"use client";

import { useState, type KeyboardEvent, type ReactElement } from "react";

/** Props of a trigger: prefetch on approach, open on press. */
interface TriggerProps {
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPointerEnter: () => void;
  onFocus: () => void;
  "aria-expanded": boolean;
}

/**
 * Loads an overlay on demand. `load` fetches its code when the pointer or the focus reaches the button. Until the first press, the
 * button works without the overlay. After that, the overlay controls the button.
 */
export function useLate(load: () => Promise<unknown>) {
  const [open, setOpen] = useState(false);
  const [arrived, setArrived] = useState(false);
  const begin = () =>
    void load().then(() => {
      setArrived(true);
      setOpen(true);
    });
  const prefetch = () => void load();
  const triggerProps: TriggerProps = {
    onClick: begin,
    onKeyDown: (event) => {
      // A button with `aria-disabled` still receives key events.
      if (event.key !== "ArrowDown" || event.currentTarget.ariaDisabled === "true") return;
      event.preventDefault();
      begin();
    },
    onPointerEnter: prefetch,
    onFocus: prefetch,
    "aria-expanded": false,
  };
  return { arrived, open, setOpen, triggerProps };
}

/** Button that accepts these props. */
export type Trigger = ReactElement<Partial<TriggerProps> & { "aria-haspopup"?: "menu" | "dialog" }>;
