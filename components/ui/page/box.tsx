import type { ComponentProps } from "react";
import { cn } from "../cn";

/**
 * Native checkbox or radio button in the colour of the console. The element renders no text. It needs a surrounding label, an
 * `id` for a label, or an `aria-label`. `partly` shows the indeterminate state.
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
