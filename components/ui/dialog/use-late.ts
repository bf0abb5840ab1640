"use client";

import { useState, type KeyboardEvent, type MouseEvent, type ReactElement } from "react";
import { dropKeys, holdKeys } from "./held-keys";

/** Props for the button that opens an overlay. Hover and focus load the code of the overlay. A press opens the overlay. */
interface TriggerProps {
  onClick: (event: MouseEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPointerEnter: () => void;
  onFocus: () => void;
  "aria-expanded": boolean;
}

/**
 * Loads the code of a menu or another overlay on demand. `load` runs when the button is hovered, focused or pressed. Before the
 * first press, the button works without the overlay. After the first press, the overlay controls the button. Keys that are pressed
 * in between go to the overlay. `firstKey` is the key that the overlay gets first if the person opened it by keyboard.
 */
export function useLate(load: () => Promise<unknown>, firstKey?: string) {
  const [open, setOpen] = useState(false);
  const [arrived, setArrived] = useState(false);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  // Thrown while rendering, so that the error page handles it.
  if (failure !== null) throw failure.error;
  const begin = (byKeyboard: boolean) => {
    holdKeys(byKeyboard ? firstKey : undefined);
    void load().then(
      () => {
        setArrived(true);
        setOpen(true);
      },
      (error: unknown) => {
        dropKeys();
        setFailure({ error });
      },
    );
  };
  // A failure is not reported here, because the person has not asked for the overlay yet. A press loads again.
  const prefetch = () => void load().catch(() => null);
  const triggerProps: TriggerProps = {
    // A click by keyboard has no count of clicks.
    onClick: ({ detail }) => begin(detail === 0),
    onKeyDown: (event) => {
      // Checks `aria-disabled`, because a button with this attribute still receives key events.
      if (event.key !== "ArrowDown" || event.currentTarget.ariaDisabled === "true") return;
      event.preventDefault();
      begin(true);
    },
    onPointerEnter: prefetch,
    onFocus: prefetch,
    "aria-expanded": false,
  };
  return { arrived, open, setOpen, triggerProps };
}

/** Button element that accepts `TriggerProps`. */
export type Trigger = ReactElement<Partial<TriggerProps> & { "aria-haspopup"?: "menu" | "dialog" }>;
