"use client";

import { Switch as Radix } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

/** Turns one thing on or off at once. It has no text of its own: give it a `<label htmlFor>` or an `aria-label`. */
export const Switch = ({ className, ...rest }: ComponentProps<typeof Radix.Root>) => (
  <Radix.Root
    {...rest}
    className={cn(
      "inline-flex h-5 w-9 shrink-0 items-center rounded-full border border-line-strong bg-line-strong p-0.5 transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-invalid:border-danger data-[state=checked]:border-accent data-[state=checked]:bg-accent",
      className,
    )}
  >
    <Radix.Thumb className="block size-3.5 rounded-full bg-surface transition-transform data-[state=checked]:translate-x-4" />
  </Radix.Root>
);
