"use client";

import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";

/**
 * A few words about what one points at or focuses; Escape puts them away. Never the only place where something is said:
 * touch has no hover. The child is one element that can be focused. It brings its own provider, so that pages without
 * tooltips (the sign-in) do not pay for them.
 */
export const Tooltip = ({
  text,
  side = "top",
  children,
}: {
  text: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
  children: ReactNode;
}) => (
  <Radix.Provider delayDuration={350}>
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-[60] max-w-xs rounded-md bg-ink px-2 py-1 text-xs text-canvas shadow-pop"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  </Radix.Provider>
);
