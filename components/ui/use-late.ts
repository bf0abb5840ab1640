"use client";

import { useState, type KeyboardEvent, type ReactElement } from "react";

/** What a trigger is given: to be ready when it is pressed, and to open then. */
interface TriggerProps {
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPointerEnter: () => void;
  onFocus: () => void;
  "aria-expanded": boolean;
}

/**
 * For what opens from a button and is of no use before: `load` brings its code when the pointer or the focus reaches the
 * button, and the button is a plain one until it has been pressed once. Then it is the opened thing's own.
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
      // A button that only looks disabled still hears its keys.
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

/** A button that may be given these. */
export type Trigger = ReactElement<Partial<TriggerProps> & { "aria-haspopup"?: "menu" | "dialog" }>;
