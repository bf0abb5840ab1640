import type { ComponentProps } from "react";
import { cn } from "../cn";

/**
 * Native checkbox or radio button in the console's colour. It has no text: put it in a label, or name it by `id` or
 * `aria-label`. `partly` is the indeterminate state.
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
