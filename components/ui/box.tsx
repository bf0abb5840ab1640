import type { ComponentProps } from "react";
import { cn } from "./cn";

/**
 * The browser's own box to tick, or its button of a choice, in the console's colour. It has no text of its own: stand it in
 * a label, or name it by `id` or `aria-label`. A box of which some parts are on and some are not is `partly` on.
 */
export const Box = ({
  type = "checkbox",
  partly,
  className,
  ...rest
}: Omit<ComponentProps<"input">, "type"> & { type?: "checkbox" | "radio"; partly?: boolean }) => (
  <input
    {...rest}
    type={type}
    {...(partly !== undefined && {
      ref: (box: HTMLInputElement | null) => {
        if (box) box.indeterminate = partly;
      },
    })}
    className={cn("size-4 shrink-0 accent-[var(--accent)]", className)}
  />
);
