"use client";

import { Check, Minus } from "lucide-react";
import { Checkbox as Radix } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

/** A box that is on, off or partly on. It has no text of its own: give it a `<label htmlFor>` or an `aria-label`. */
export const Checkbox = ({ className, ...rest }: ComponentProps<typeof Radix.Root>) => (
  <Radix.Root
    {...rest}
    className={cn(
      "group inline-flex size-4 shrink-0 items-center justify-center rounded border border-line-strong bg-surface text-accent-ink transition-colors hover:border-ink-soft disabled:cursor-not-allowed disabled:opacity-55 aria-invalid:border-danger data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent",
      className,
    )}
  >
    <Radix.Indicator className="flex">
      <Check aria-hidden strokeWidth={3} className="size-3 group-data-[state=indeterminate]:hidden" />
      <Minus aria-hidden strokeWidth={3} className="hidden size-3 group-data-[state=indeterminate]:block" />
    </Radix.Indicator>
  </Radix.Root>
);
