"use client";

import { useState, type KeyboardEvent, type ReactElement } from "react";

/** Props for the button that opens an overlay. Hover and focus load the code of the overlay. A press opens the overlay. */
interface TriggerProps {
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPointerEnter: () => void;
  onFocus: () => void;
  "aria-expanded": boolean;
}

/**
 * Loads the code of a menu or another overlay on demand. `load` runs when the button is hovered, focused or pressed. Before the
 * first press, the button works without the overlay. After the first press, the overlay controls the button.
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
      // Checks `aria-disabled`, because a button with this attribute still receives key events.
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

/** Button element that accepts `TriggerProps`. */
export type Trigger = ReactElement<Partial<TriggerProps> & { "aria-haspopup"?: "menu" | "dialog" }>;
