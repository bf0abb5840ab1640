import type { ComponentProps } from "react";
import { cn } from "../cn";

interface Props extends Omit<ComponentProps<"button">, "onClick"> {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
}

/**
 * Switch whose change takes effect at once (WAI-ARIA). The switch renders no text. It needs a `<label htmlFor>` or an
 * `aria-label`.
 */
export const Switch = ({ checked, onCheckedChange, className, ...rest }: Props) => (
  <button
    type="button"
    {...rest}
    role="switch"
    aria-checked={checked}
    onClick={() => onCheckedChange(!checked)}
    className={cn(
      "inline-flex h-5 w-9 shrink-0 items-center rounded-full border border-line-strong bg-line-strong p-0.5 transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-checked:border-accent aria-checked:bg-accent aria-invalid:border-danger",
      className,
    )}
  >
    <span
      className={cn(
        "block size-3.5 rounded-full bg-surface transition-transform",
        checked && "translate-x-4",
      )}
    />
  </button>
);
